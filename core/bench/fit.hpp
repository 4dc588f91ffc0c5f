// Whether device and machine have room for a request of the benchmark.
#pragma once

#include "core/measure/benchmark.hpp"

namespace lockstep::opencl {

// A usage error that says what there is too little of, found without building or allocating anything. Other
// ways need no device.
Result<void> check_fit(const Device* device, const BenchRequest& request);

}  // namespace lockstep::opencl
