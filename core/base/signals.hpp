// Ctrl+C, SIGTERM and SIGHUP as requests to stop: work that observes the request ends soon, so finished
// results can be shown and kept. A process that does not observe it, or has not stopped after kTimeToStop, is
// ended; its temporary files are removed, and the programs that it started end with it.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>

namespace lockstep {

// Handles the signals for the whole process. SIGHUP remains ignored if it was already ignored (nohup).
void watch_signals();

// The time that work may take to end after the request, including its output.
inline constexpr std::chrono::milliseconds kTimeToStop{850};

// Exit status after the signal, as in shells: 130 after Ctrl+C, 143 after SIGTERM; 0 if there was no signal.
int stop_status();
// "Ctrl+C", "SIGTERM"; empty if there was no signal.
std::string stop_reason();

// While an object exists, a signal first requests a stop. Only one object may exist at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const;
};

}  // namespace lockstep
