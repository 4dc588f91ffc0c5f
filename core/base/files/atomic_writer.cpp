// Makes the names of temporary and new files. The files are written in posix/ and windows/atomic_writer.cpp.
#include "core/base/files/atomic_writer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "core/base/files/path_text.hpp"

namespace lockstep {

namespace fs = std::filesystem;

void remove_leftovers(const std::string& path) {
  const fs::path target = system_path(path);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(target.parent_path(), error)) {
    const std::string name = path_text(entry.path().filename());
    if (!name.starts_with(path_text(target.filename()) + ".") || !name.ends_with(kTemporaryEnding)) continue;
    std::error_code ignored;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(entry.path(), ignored);
    if (!ignored && age > std::chrono::minutes(1)) fs::remove(entry.path(), ignored);
  }
}

std::string free_name(const std::string& path, std::string_view ending) {
  std::string name = fmt::format("{}{}", path, ending);
  std::error_code ignored;
  for (int i = 2; fs::symlink_status(system_path(name), ignored).type() != fs::file_type::not_found; ++i)
    name = fmt::format("{}{}-{}", path, ending, i);
  return name;
}

}  // namespace lockstep
