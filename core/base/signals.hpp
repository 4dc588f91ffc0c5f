// Ctrl+C, SIGTERM and SIGHUP as a request to stop: work that listens ends soon, so that finished results can
// be shown and kept. A process that does not listen, or has not stopped after kTimeToStop, is ended; its
// temporary files are removed, and the programs that it started end with it.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>

namespace lockstep {

// For the whole process. SIGHUP stays ignored if it already was (nohup).
void watch_signals();

// How long work that listens may take to end, including its output.
inline constexpr std::chrono::milliseconds kTimeToStop{850};

// Exit status after the signal, as in shells: 130 after Ctrl+C, 143 after SIGTERM; 0: there was none.
int stop_status();
// "Ctrl+C", "SIGTERM"; empty: there was none.
std::string stop_reason();

// While an object exists, a signal first requests a stop. Only one may exist at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const;
};

}  // namespace lockstep
