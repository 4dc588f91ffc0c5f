// JSON for other programs: keys in a fixed order, integers as integers, NaN and infinities as strings,
// because JSON has no numbers for them.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "core/plan/element.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::cli {

using Json = nlohmann::ordered_json;

// With independent lanes, counters that have no meaning are null.
Json to_json(const sim::Counters& counters, sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);
Json to_json(const sim::Finding& finding);
// "result": "right", "wrong" or "not checked"; for a wrong result, also the place and the reason.
void add_verdict(Json& json, const sim::RunVerdict& verdict);
Json elements_to_json(std::span<const std::byte> bytes, ElementType type);

}  // namespace lockstep::cli
