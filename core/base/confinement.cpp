#include "core/base/confinement.hpp"

namespace lockstep {

std::vector<std::string> Confinement::names() const {
  std::vector<std::string> names;
  if (has_system_call_filter) names.emplace_back("seccomp");
  if (has_file_rules) names.emplace_back("landlock");
  if (has_limits) names.emplace_back("limits");
  return names;
}

}  // namespace lockstep
