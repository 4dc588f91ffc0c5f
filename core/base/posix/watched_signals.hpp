// The part of signals.cpp that guest.cpp needs.
#pragma once

namespace lockstep {

// While an object exists, Ctrl+C does not ask this process to stop: the terminal also sends it to the program
// that this one waits for.
class InterruptsForGuest {
 public:
  InterruptsForGuest();
  ~InterruptsForGuest();
  InterruptsForGuest(const InterruptsForGuest&) = delete;
  InterruptsForGuest& operator=(const InterruptsForGuest&) = delete;

  // True once for each SIGINT that was sent to this process alone, by kill.
  bool take();
};

}  // namespace lockstep
