// The part of signals.cpp that guest.cpp needs.
#pragma once

namespace lockstep {

// While an object exists, Ctrl+C does not request this process to stop: the terminal also sends the signal to
// the program that this process is waiting for.
class InterruptsForGuest {
 public:
  InterruptsForGuest();
  ~InterruptsForGuest();
  InterruptsForGuest(const InterruptsForGuest&) = delete;
  InterruptsForGuest& operator=(const InterruptsForGuest&) = delete;

  // True once for each SIGINT that was sent only to this process, by kill.
  bool take();
};

}  // namespace lockstep
