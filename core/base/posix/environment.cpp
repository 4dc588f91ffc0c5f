#include "core/base/environment.hpp"

#include <cstdlib>

namespace lockstep {

bool has_environment_variable(const std::string& name) { return std::getenv(name.c_str()) != nullptr; }

bool set_environment_variable(const std::string& name, const std::string& value) {
  return ::setenv(name.c_str(), value.c_str(), 1) == 0;
}

}  // namespace lockstep
