// Counters and findings as the JSON that other programs rely on: keys in a fixed order, integers as integers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/observers/counters.hpp"

namespace lockstep::sim {

// Counters that have no meaning with independent lanes are null with them.
nlohmann::ordered_json counters_json(const Counters& counters, LaneSchedule lanes = LaneSchedule::lockstep);
nlohmann::ordered_json finding_json(const Finding& finding);

}  // namespace lockstep::sim
