// Measures the times of kernels on a device in a sandbox. The sandbox is necessary because a CPU device
// executes a submission as native code.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "assignment/judging/time_request.hpp"
#include "core/base/sandbox.hpp"

namespace lockstep::assignment {

// The command `lockstep grade-clock NUMBER` reads a time request from standard input and writes the answer.
inline constexpr const char* kClockCommand = "grade-clock";
// The command writes this line when the reference solution has run, so any later failure is caused by
// the submission.
inline constexpr const char* kReferenceRan = "The reference solution has run.";

// A single object serves all submissions, so that measurements wait for each other.
class DeviceClock {
 public:
  // `lockstep` is the path of the program that measures; empty: this program.
  explicit DeviceClock(std::uint64_t device, std::string lockstep = {})
      : device_(device), lockstep_(std::move(lockstep)) {}
  TimeAnswer measure(const TimeRequest& request);
  // Returns "times on NAME in bubblewrap"; empty before the first answer.
  std::string words() const;

 private:
  Result<Sandbox> find_sandbox() const;
  TimeAnswer answer_of(const SandboxEnd& end) const;

  std::uint64_t device_;
  std::string lockstep_;
  mutable std::mutex mutex_;
  std::optional<Sandbox> sandbox_;
  std::string name_;  // name of the device
};

}  // namespace lockstep::assignment
