// Why a wrong result is wrong, from where its value comes: what is missing, what is in several times, what
// does not belong there. Nothing here knows an algorithm: a reduction must hold each element once, cell i of
// a scan the elements up to i.
#pragma once

#include <cstdint>
#include <string>

#include "core/check/check.hpp"
#include "core/plan/plan.hpp"
#include "sim/observers/counters.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// What `check` found in the run's buffers; passed where the plan has no expectation.
CheckResult check_run(const Plan& plan, const CountedRun& run);

// "x16..x31 are missing, x0 is in twice": about the first wrong cell. "" where nothing is wrong.
std::string wrong_because(const Trace& trace, const CheckResult& check);

// The same of a counted run, which keeps no provenance: runs again, in the same order, with it. "" also where
// that would take too much memory (kMostLaneInstructions).
std::string wrong_because(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, const CheckResult& check);

inline constexpr std::uint64_t kMostLaneInstructions = std::uint64_t{1} << 27;

}  // namespace lockstep::sim
