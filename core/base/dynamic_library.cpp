// The part that is the same on every system; opening is in posix/dynamic_library.cpp.
#include "core/base/dynamic_library.hpp"

#include <filesystem>

#include "core/base/process.hpp"

namespace lockstep {

std::string own_library(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(own_program()).parent_path();
  for (const fs::path& path : {folder / name, folder.parent_path() / "lib" / "lockstep" / name}) {
    std::error_code ignored;
    if (fs::exists(path, ignored)) return path.string();
  }
  return {};
}

}  // namespace lockstep
