// OpenCL's error numbers as sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep::opencl {

// NVIDIA's driver returns this after a kernel has accessed memory out of bounds.
inline constexpr std::int32_t out_of_bounds_nvidia = -9999;

// Returns the name of an error, "CL_OUT_OF_RESOURCES", or "OpenCL error -9999" if OpenCL does not name it.
std::string error_name(std::int32_t code);

// Makes an Error from a failed action. `place` is the action: "launching reduce_divergent (level 2)". The
// sentence states the error, the action and what to try: `advice`, or general advice if `advice` is empty.
tl::unexpected<Error> opencl_failure(std::string_view place, std::int32_t code, std::string_view advice = {});

// Returns the advice for a failed command that is not a kernel, such as a fill or a copy.
std::string_view advice_on_commands();

}  // namespace lockstep::opencl
