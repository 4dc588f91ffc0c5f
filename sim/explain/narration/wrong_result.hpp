// Why a result is wrong, from the provenance of its value: which inputs are missing, counted twice, or do not
// belong there. This is independent of the algorithm: a reduction must contain each element once, element i
// of a scan the elements up to i.
#pragma once

#include <cstdint>
#include <optional>
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

// Of the input, the elements begin, begin + 1 … end - 1.
struct InputPart {
  std::uint64_t begin = 0, end = 0;
};
// What the element `index` of the result must contain, each once. None where the expectation does not say.
std::optional<InputPart> part_of(const Plan& plan, std::uint64_t index);

// Why a right result may not be an algorithm's: "out[0] contains only x0 of x0..x255", of the first element
// that is not the combination of its inputs by operations that are steps and work. "" if all are, or nothing
// is expected. Runs again like wrong_because(); `instructions`: of the run.
std::string not_combined(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                         std::uint64_t instructions, const std::stop_token& stop = {});

inline constexpr std::uint64_t kMaxLaneInstructions = std::uint64_t{1} << 27;

}  // namespace lockstep::sim
