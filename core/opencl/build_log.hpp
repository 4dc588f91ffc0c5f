// Makes the driver's build report refer to the kernel's file.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::opencl {

// Drivers name the source text "<kernel>", "input.cl" or a temporary file; `path` replaces this name, so
// every message has the form file:line:column.
std::string map_build_log(std::string_view log, std::string_view path);

}  // namespace lockstep::opencl
