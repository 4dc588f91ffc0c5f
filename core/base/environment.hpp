// Environment variables of this process, which libraries and child processes read.
#pragma once

#include <string>

namespace lockstep {

bool has_environment_variable(const std::string& name);
// False if it could not be set. An existing variable is replaced.
bool set_environment_variable(const std::string& name, const std::string& value);

}  // namespace lockstep
