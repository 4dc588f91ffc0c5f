// Times of a recorded program's launches on a real device.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/benchmark_data/device.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::cli {

// Runs the recorded program in the file `path`, repeating its host's calls, and prints each launch's time.
// The simulator checks first: dangerous launches do not reach the device unless `force` is set. The result is
// the exit status.
Result<int> bench_recording(const std::string& path, const measure::Device& device,
                            const measure::RunOptions& options, bool force, bool json);

}  // namespace lockstep::cli
