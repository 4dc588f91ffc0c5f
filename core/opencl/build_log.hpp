// The driver's report of a build in terms of the kernel's file.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::opencl {

// Drivers name the text they were given "<kernel>", "input.cl" or a temporary file; `path` takes the name's
// place, so that every message reads file:line:column.
std::string map_build_log(std::string_view log, std::string_view path);

}  // namespace lockstep::opencl
