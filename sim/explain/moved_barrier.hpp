// The cure for a barrier that not all work-items reach because it is inside a branch: the plan is run again
// with the barrier after the branch, and the sentence reports the result of that run.
#pragma once

#include <stop_token>

#include "core/plan/plan.hpp"
#include "sim/explain/race_cure.hpp"
#include "sim/memory/device_model.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::sim {

// "Move the barrier at line 35 to after line 36, outside the branch at line 33: …"; "" for other findings,
// for a barrier outside a branch, and where a trial run still has a work-item waiting.
RaceCure moved_barrier(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                       const CountedRun& run, const Finding& finding, const std::stop_token& stop = {});

}  // namespace lockstep::sim
