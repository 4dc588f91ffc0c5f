// Splits the option string of clBuildProgram into words, and extracts the options that affect launches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// Returns the options of the string. Options are separated by spaces; a quoted option may contain spaces.
std::vector<std::string> split_build_options(std::string_view text);

// Returns 200 for "CL2.0"; 0 if there is no such version.
unsigned opencl_c_version(std::string_view standard);

// Returns whether the global size of a launch need not be a multiple of the local size. This is so from
// OpenCL C 2.0 on (-cl-std=CL2.0), unless -cl-uniform-work-group-size forbids it.
bool permits_partial_groups(std::string_view options);

}  // namespace lockstep
