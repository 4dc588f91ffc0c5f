// Which of the adversarial orders a run takes. There are four: beginning with the last or with the first warp
// and work-group, delaying stores in odd or in even phases. A run takes the first one that makes the result
// wrong; of a plan that gives no expected result, the first one whose buffers end differently than in the
// fixed order. If there is none, or if the trials would take long, it takes the order from the last, with
// delays in odd phases. Inside the machine, ExecutionOrder::seed says which one it is.
#pragma once

#include <functional>
#include <memory>

#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {

// `setup` is complete. `run` runs one without observers, to its end or for so many warp instructions.
using TrialRun = std::function<MachineState(std::shared_ptr<const Setup>, std::uint64_t most)>;
ExecutionOrder most_harmful_order(const Setup& setup, const TrialRun& run);

}  // namespace lockstep::sim
