// The option string of clBuildProgram as words, and what it says about launches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// Options are separated by blanks; a quoted option may contain blanks.
std::vector<std::string> split_build_options(std::string_view text);

// "CL2.0" is 200; 0: there is no such version.
unsigned opencl_c_version(std::string_view standard);

// Whether the global size of a launch need not be a multiple of the local size: from OpenCL C 2.0 on
// (-cl-std=CL2.0), unless -cl-uniform-work-group-size forbids it.
bool permits_partial_groups(std::string_view options);

}  // namespace lockstep
