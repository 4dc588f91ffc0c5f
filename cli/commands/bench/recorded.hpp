// Times of a recorded program's launches on a real device.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::cli {

// Runs the recorded program in the file `path`, repeats its host calls, and prints the time of each launch.
// The simulator checks the program first: dangerous launches do not run on the device unless `force` is set.
// The result is the exit status.
Result<int> bench_recording(const std::string& path, const measure::Device& device,
                            const measure::RunOptions& options, bool force, bool json);

}  // namespace lockstep::cli
