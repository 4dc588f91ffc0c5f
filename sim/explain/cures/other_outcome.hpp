// Another schedule in which a kernel with races gives another result.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// Limits for repeated runs: the number of elements, and the lane instructions of all repetitions together.
inline constexpr std::uint64_t kMaxRepeatedElements = 64 * 1024;
inline constexpr std::uint64_t kMaxRepeated = std::uint64_t{1} << 28;

// A schedule in which the result differs.
struct OtherOutcome {
  Schedule schedule;
  std::string wrong;  // the message of the check; without an expectation, the buffer that differs
};

// Returns the words for a schedule: "independent lanes in random order (seed 3)".
std::string schedule_words(const Schedule& schedule);
// Returns the same schedule as command-line options: "--schedule independent --order random:3".
std::string schedule_options(const Schedule& schedule);

// For a run with races whose result is right or unchecked, tries independent lanes, and then adversarial and
// random orders. Empty if the run is too large to repeat (kMaxRepeated), or if no order changes the result.
std::optional<OtherOutcome> find_other_outcome(const Plan& plan, const DeviceModel& model,
                                               const Schedule& schedule, const CountedRun& run,
                                               const std::stop_token& stop = {});

}  // namespace lockstep::sim
