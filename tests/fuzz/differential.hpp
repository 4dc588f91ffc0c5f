// The same kernels on the simulator and on an OpenCL device, compared byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/opencl/devices.hpp"

namespace lockstep::fuzz {

struct Difference {
  std::string kernel;
  std::string what;  // the first element that differs, or why one side did not run
};

// Generated kernels of `count` seeds, built as one program because a driver takes long to build. Returns an
// error if they do not compile on one side.
Result<std::vector<Difference>> compare_with_device(const measure::Device& device, std::uint64_t first_seed,
                                                    unsigned count);

}  // namespace lockstep::fuzz
