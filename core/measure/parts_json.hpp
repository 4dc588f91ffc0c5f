// The parts of a row of several devices as JSON and back.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

// [{"device", "device_index", "first", "n", "group_size", "tuning", "device_ns", "span_ns", "host_ns",
// "stretches": [{"what", "begin_ns", "end_ns"}]}]; times only of a row that passed.
nlohmann::ordered_json parts_json(const BenchRow& row);
std::vector<BenchPart> read_parts(const nlohmann::ordered_json& json);  // throws as nlohmann::json does

}  // namespace lockstep::opencl
