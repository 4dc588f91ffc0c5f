// Ctrl+C as a wish to stop between two runs, so that what is already known can be shown and kept. A second
// one ends the program at once, as usual: a driver may build for minutes.
#pragma once

#include <stop_token>
#include <thread>

namespace lockstep {

// Exit status after a Ctrl+C, as the shell's.
inline constexpr int kInterrupted = 130;

// As long as it lives; one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread watcher_;  // a signal's handler may do next to nothing
};

}  // namespace lockstep
