// Makes the driver's build report refer to the kernel's file.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::opencl {

// Replaces the name of the source text, which drivers call "<kernel>", "input.cl" or a temporary file, by
// `path`, so every message has the form file:line:column.
std::string map_build_log(std::string_view log, std::string_view path);

}  // namespace lockstep::opencl
