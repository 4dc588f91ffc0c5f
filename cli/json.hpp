// Writes JSON for other programs. Keys have a fixed order, and integers are written as integers. NaN and
// infinities are written as strings, because JSON has no such numbers.
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

// Returns the counters. Counters that have no meaning with independent lanes are null if `lanes`
// is independent.
Json to_json(const sim::Counters& counters, sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);
Json to_json(const sim::Finding& finding);
// Adds "result": "right", "wrong" or "not checked". For a wrong result, also adds the place and the reason.
void add_verdict(Json& json, const sim::RunVerdict& verdict);
Json elements_to_json(std::span<const std::byte> bytes, ElementType type);

}  // namespace lockstep::cli
