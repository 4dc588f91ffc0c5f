// Whether values that were read before anything was written to them decide something. As memory checkers do,
// such a read is an error only then: the run is repeated with other bytes there, and compared.
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

// Makes uninitialised reads notes where no branch, no address and no byte of a buffer depends on them. Runs
// that are too large to repeat keep their errors.
void settle_unwritten_values(const RepeatableRun& repeat, CountedRun& run, const std::stop_token& stop);

// The same in pieces.
class UnwrittenValues {
 public:
  // `run` must outlive it, and what the repeatable run refers to.
  UnwrittenValues(RepeatableRun repeat, CountedRun& run, std::stop_token stop);
  UnwrittenValues(UnwrittenValues&&) noexcept;
  ~UnwrittenValues();
  // False: they are settled.
  bool go_on(TimeSlice& slice);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null: nothing has to be repeated
};

}  // namespace lockstep::sim
