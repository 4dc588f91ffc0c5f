// A request for a benchmark as JSON and back, for the worker process. A kernel's text arrives byte by byte,
// whatever its encoding.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::measure {

// Algorithm or host implementation by its id. Limits are left out: they are filled in from the device.
// Devices that share an array come back without the driver's handles, as from read_device().
nlohmann::ordered_json request_json(const BenchRequest& request);
// A usage error if this program knows no such id.
Result<BenchRequest> read_request(const nlohmann::ordered_json& json);

}  // namespace lockstep::measure
