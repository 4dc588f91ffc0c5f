#include "core/base/files/directories.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

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

// Returns the user's documents folder, which a line such as XDG_DOCUMENTS_DIR="$HOME/Dokumente" in
// user-dirs.dirs sets; empty if there is no such line.
// https://www.freedesktop.org/wiki/Software/xdg-user-dirs/
std::string named_documents(const std::string& home) {
  const std::string config = absolute_path_in("XDG_CONFIG_HOME");
  std::ifstream file((config.empty() ? home + "/.config" : config) + "/user-dirs.dirs");
  constexpr std::string_view name = "XDG_DOCUMENTS_DIR=\"", at_home = "$HOME";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name) || !line.ends_with('"') || line.size() == name.size()) continue;
    const std::string path = line.substr(name.size(), line.size() - name.size() - 1);
    return path.starts_with(at_home) ? home + path.substr(at_home.size()) : path;
  }
  return "";
}

}  // namespace

std::string documents_directory() {
  const std::string home = home_directory();
  if (home.empty()) return "";
  std::error_code ignored;
  for (const std::string& folder : {named_documents(home), home + "/Documents"})
    if (folder.starts_with('/') && std::filesystem::is_directory(folder, ignored)) return folder;
  return "";
}
std::vector<std::string> drives() { return {}; }

std::string config_directory() { return directory("XDG_CONFIG_HOME", ".config"); }
std::string data_directory() { return directory("XDG_DATA_HOME", ".local/share"); }
std::string state_directory() { return directory("XDG_STATE_HOME", ".local/state"); }
std::string home_directory() { return absolute_path_in("HOME"); }

}  // namespace lockstep
