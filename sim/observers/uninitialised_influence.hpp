// Decides whether values that were read before they were initialised influence the run. As in memory
// checkers, such a read is an error only if it has an influence. To find out, the run is repeated with other
// bytes at these addresses, and the two runs are compared.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "core/base/time_slice.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// The machine of the run, with other MachineOptions::garbage and step_budget, and the state in which the run
// began.
struct RepeatableRun {
  std::function<Result<Machine>(std::uint64_t garbage, std::uint64_t step_budget)> machine;
  std::function<MachineState(const Machine&)> start;
};

RepeatableRun repeatable(const Plan& plan, const DeviceModel& model, MachineOptions options);

// Turns uninitialised reads into notes if no branch, no address and no byte of a buffer depends on them. Runs
// that are too large to repeat keep their errors.
void settle_unwritten_values(const RepeatableRun& repeat, CountedRun& run, const std::stop_token& stop);

// Performs the same work in pieces.
class UnwrittenValues {
 public:
  // `run`, and the objects to which the repeatable run refers, must outlive this object.
  UnwrittenValues(RepeatableRun repeat, CountedRun& run, std::stop_token stop);
  UnwrittenValues(UnwrittenValues&&) noexcept;
  ~UnwrittenValues();
  // Returns false once all reads are decided.
  bool go_on(TimeSlice& slice);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null: no run must be repeated
};

}  // namespace lockstep::sim
