// Writes counters and findings as JSON for other programs. Keys have a fixed order, and integers are written
// as integers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// With independent lanes, counters without a meaning are null.
nlohmann::ordered_json counters_json(const Counters& counters, LaneSchedule lanes = LaneSchedule::lockstep);
nlohmann::ordered_json finding_json(const Finding& finding);

}  // namespace lockstep::sim
