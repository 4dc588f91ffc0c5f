#include "core/base/directories.hpp"

#include <cstdlib>

namespace lockstep {
namespace {

std::string absolute_path_in(const char* variable) {
  const char* path = std::getenv(variable);
  return path != nullptr && *path == '/' ? path : "";
}

std::string directory(const char* variable, const char* below_home) {
  if (const std::string named = absolute_path_in(variable); !named.empty()) return named + "/lockstep";
  const std::string home = home_directory();
  return home.empty() ? "" : home + "/" + below_home + "/lockstep";
}

}  // namespace

std::string config_directory() { return directory("XDG_CONFIG_HOME", ".config"); }
std::string data_directory() { return directory("XDG_DATA_HOME", ".local/share"); }
std::string state_directory() { return directory("XDG_STATE_HOME", ".local/state"); }
std::string home_directory() { return absolute_path_in("HOME"); }

}  // namespace lockstep
