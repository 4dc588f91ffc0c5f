// Libraries that belong to this program.
#pragma once

#include <string>

namespace lockstep {

// The path of such a library: beside the program in its build folder, or in lib/lockstep of an installation.
// Empty if it is in neither folder.
std::string own_library(const std::string& name);

}  // namespace lockstep
