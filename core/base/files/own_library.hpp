// Finds libraries that belong to this program.
#pragma once

#include <string>

namespace lockstep {

// Returns the path of the library `name`, which is beside the program in its build folder, or in lib/lockstep
// of an installation. Empty if the library is in neither folder.
std::string own_library(const std::string& name);

}  // namespace lockstep
