// Converts a benchmark request to JSON and back, for the worker process. The bytes of a kernel's text are
// preserved, whatever their encoding.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::measure {

// Converts a request to JSON with the id of the algorithm or host implementation. Limits are omitted, because
// they are filled in from the device. Devices that share an array are read without the driver's handles, as
// by read_device().
nlohmann::ordered_json request_json(const BenchRequest& request);
// Reads a request; a usage error if the id is unknown.
Result<BenchRequest> read_request(const nlohmann::ordered_json& json);

}  // namespace lockstep::measure
