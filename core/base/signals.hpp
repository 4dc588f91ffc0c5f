// Ctrl+C as a request to stop between two runs, so that finished results can be shown and kept. A second
// Ctrl+C ends the program at once: a driver may build a kernel for minutes.
#pragma once

#include <stop_token>
#include <thread>

namespace lockstep {

// Exit status after a Ctrl+C, as the shell's.
inline constexpr int kInterrupted = 130;

// Catches Ctrl+C while it exists; only one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread watcher_;  // the handler of a signal may do hardly anything itself
};

}  // namespace lockstep
