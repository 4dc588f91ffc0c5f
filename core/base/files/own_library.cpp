#include "core/base/files/own_library.hpp"

#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"

namespace lockstep {

std::string own_library(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path folder = system_path(own_program()).parent_path();
  for (const fs::path& path :
       {folder / system_path(name), folder.parent_path() / "lib" / "lockstep" / system_path(name)}) {
    std::error_code ignored;
    if (fs::exists(path, ignored)) return path_text(path);
  }
  return {};
}

}  // namespace lockstep
