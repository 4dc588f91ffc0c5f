// The JSON that other programs rely on: keys in a fixed order, integers as integers, NaN and infinities as
// strings (JSON has no numbers for them).
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

// Counters that have no meaning with independent lanes are null with them.
Json to_json(const sim::Counters& counters, sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);
Json to_json(const sim::Finding& finding);
// "result": "right", "wrong" or "not checked"; for a wrong one also where and why.
void add_verdict(Json& json, const sim::RunVerdict& verdict);
Json elements_to_json(std::span<const std::byte> bytes, ElementType type);

}  // namespace lockstep::cli
