// What a benchmark is asked for, and of which device, as JSON and back: a worker process is told so. A
// kernel's text arrives byte by byte as it was, whatever its encoding.
#pragma once

#include <nlohmann/json.hpp>

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

// Algorithm and way by id. Limits are left out: they are filled in from the device. Devices that share an
// array come back without the driver's handles, as from read_device().
nlohmann::ordered_json request_json(const BenchRequest& request);
// A usage error where this program knows no such id.
Result<BenchRequest> read_request(const nlohmann::ordered_json& json);

nlohmann::ordered_json device_json(const Device& device);
// Without the driver's handles, which mean nothing to another process.
Result<Device> read_device(const nlohmann::ordered_json& json);

}  // namespace lockstep::opencl
