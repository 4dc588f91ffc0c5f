// Ctrl+C, SIGTERM and SIGHUP as a request to stop: work that listens ends soon, so that finished results can
// be shown and kept. What does not listen, or has not ended after most of a second, is ended: with its
// temporary files and the programs that it started.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>

namespace lockstep {

// From now on, for the whole process. SIGHUP stays ignored where it is (nohup).
void watch_signals();

// How long work that listens may take to end, with its output.
inline constexpr std::chrono::milliseconds kTimeToStop{850};

// Exit status after the signal, as the shell's: 130 after Ctrl+C, 143 after SIGTERM; 0: there was none.
int stop_status();
// "Ctrl+C", "SIGTERM"; empty: there was none.
std::string stop_reason();

// While it exists, a signal first requests the stop. Only one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const;
};

}  // namespace lockstep
