#include "core/base/files/directories.hpp"

#include <shlobj.h>
#include <windows.h>

#include <cstdlib>

#include "core/base/files/path_text.hpp"

namespace lockstep {
namespace {

// Returns "" if this user has no such folder.
std::string known_folder(const KNOWNFOLDERID& id) {
  PWSTR path = nullptr;
  const bool is_known = SUCCEEDED(::SHGetKnownFolderPath(id, KF_FLAG_DEFAULT, nullptr, &path));
  const std::string text = is_known ? path_text(path) : "";
  ::CoTaskMemFree(path);
  return text;
}

// The variables of other systems are also used: tests and shells such as Git Bash set them.
std::string directory(const char* variable, const KNOWNFOLDERID& id) {
  const char* named = std::getenv(variable);
  const std::filesystem::path path = system_path(named != nullptr ? named : "");
  const std::string base = path.has_root_directory() ? path_text(path) : known_folder(id);
  return base.empty() ? "" : base + "/lockstep";
}

}  // namespace

std::vector<std::string> drives() {
  std::vector<std::string> all;
  const DWORD there = ::GetLogicalDrives();
  for (int i = 0; i < 26; ++i)
    if (((there >> i) & 1) != 0) all.push_back(std::string(1, static_cast<char>('A' + i)) + ":/");
  return all;
}

std::string documents_directory() {
  const std::string folder = known_folder(FOLDERID_Documents);
  std::error_code ignored;
  return std::filesystem::is_directory(system_path(folder), ignored) ? folder : "";
}
std::string config_directory() { return directory("XDG_CONFIG_HOME", FOLDERID_RoamingAppData); }
std::string data_directory() { return directory("XDG_DATA_HOME", FOLDERID_LocalAppData); }
std::string state_directory() { return directory("XDG_STATE_HOME", FOLDERID_LocalAppData); }
std::string home_directory() { return known_folder(FOLDERID_Profile); }

}  // namespace lockstep
