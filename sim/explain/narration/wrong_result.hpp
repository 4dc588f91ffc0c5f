// Why a result is wrong, from the provenance of its value: which inputs are missing, counted twice, or do not
// belong there. This is independent of the algorithm: a reduction must contain each element once, element i
// of a scan the elements up to i.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "core/check/check.hpp"
#include "core/plan/plan.hpp"
#include "sim/observers/counters.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// The check of the run's buffers; passed if the plan has no expectation.
CheckResult check_run(const Plan& plan, const CountedRun& run);

// "x16..x31 are missing, x0 is counted twice", for the first wrong element. "" if nothing is wrong.
std::string wrong_because(const Trace& trace, const CheckResult& check);

// The same for a counted run, which keeps no provenance: it runs again in the same order. "" also if that
// would take too much memory (kMaxLaneInstructions), or was stopped.
std::string wrong_because(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, const CheckResult& check, const std::stop_token& stop = {});

inline constexpr std::uint64_t kMaxLaneInstructions = std::uint64_t{1} << 27;

}  // namespace lockstep::sim
