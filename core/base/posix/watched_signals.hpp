// The part of signals.cpp that guest.cpp needs.
#pragma once

namespace lockstep {

// While an object exists, Ctrl+C does not ask this process to stop, because the terminal also sends the
// signal to the program that this process is waiting for.
class InterruptsForGuest {
 public:
  InterruptsForGuest();
  ~InterruptsForGuest();
  InterruptsForGuest(const InterruptsForGuest&) = delete;
  InterruptsForGuest& operator=(const InterruptsForGuest&) = delete;

  // Returns true once for each SIGINT that was sent to this process only, with kill.
  bool take();
};

}  // namespace lockstep
