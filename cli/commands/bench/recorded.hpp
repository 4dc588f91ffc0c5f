// Measures the times of a recorded program's launches on a real device.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::cli {

// Runs the recorded program in the file `path`, with its host calls, and prints the time of each launch. The
// simulator first checks the program. If it finds a dangerous launch, the program does not run on the device
// unless `force` is set. Returns the exit status.
Result<int> bench_recording(const std::string& path, const measure::Device& device,
                            const measure::RunOptions& options, bool force, bool json);

}  // namespace lockstep::cli
