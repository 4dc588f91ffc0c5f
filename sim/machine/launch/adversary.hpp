// Chooses the adversarial order of a run. There are four: a run starts with the last or with the first warp
// and work-group, and delays stores in odd or in even phases. A run uses the first of these orders that makes
// the result wrong or, if the plan gives no expected result, the first whose final buffers differ from the
// final buffers of the fixed order. If there is no such order, or if the trials would take too long, the run
// starts with the last warp and work-group and delays stores in odd phases. Inside the machine,
// ExecutionOrder::seed identifies the order.
#pragma once

#include <functional>
#include <memory>

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// Returns the order for `setup`, which must be complete. `run` runs a setup without observers, to the end or
// for at most `most` warp instructions.
using TrialRun = std::function<MachineState(std::shared_ptr<const Setup>, std::uint64_t most)>;
ExecutionOrder most_harmful_order(const Setup& setup, const TrialRun& run);

}  // namespace lockstep::sim
