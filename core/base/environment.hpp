// Environment variables of this process, which libraries and child processes read.
#pragma once

#include <string>

namespace lockstep {

bool has_environment_variable(const std::string& name);
// Sets a variable and replaces an existing value. Returns false if the variable could not be set.
bool set_environment_variable(const std::string& name, const std::string& value);

}  // namespace lockstep
