// What guest.cpp needs of signals.cpp.
#pragma once

namespace lockstep {

// While it exists, Ctrl+C does not ask this process to stop: the terminal sends it to a program that this one
// waits for as well.
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
