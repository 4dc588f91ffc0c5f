#include "core/base/environment.hpp"

#include <stdlib.h>

#include "core/base/windows/wide.hpp"

namespace lockstep {

bool has_environment_variable(const std::string& name) { return ::_wgetenv(wide(name).c_str()) != nullptr; }

bool set_environment_variable(const std::string& name, const std::string& value) {
  return ::_wputenv_s(wide(name).c_str(), wide(value).c_str()) == 0;
}

}  // namespace lockstep
