// Which of the adversarial orders a run uses. There are four: starting with the last or with the first warp
// and work-group, delaying stores in odd or in even phases. A run uses the first order that makes the result
// wrong or, if the plan gives no expected result, the first order whose final buffers differ from those of
// the fixed order. If no order does, or if the trials would take long, it uses the order that starts with the
// last, with delays in odd phases. Inside the machine, ExecutionOrder::seed identifies the order.
#pragma once

#include <functional>
#include <memory>

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// `setup` must be complete. `run` runs a setup without observers, to its end or for `most` warp instructions.
using TrialRun = std::function<MachineState(std::shared_ptr<const Setup>, std::uint64_t most)>;
ExecutionOrder most_harmful_order(const Setup& setup, const TrialRun& run);

}  // namespace lockstep::sim
