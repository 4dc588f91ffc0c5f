#include "core/base/whole_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lockstep {

Result<std::string> read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return failure(fmt::format("{} is a folder; name a file in it.", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && (file.peek() == std::ifstream::traits_type::eof() || text << file.rdbuf()) && !file.bad())
    return std::move(text).str();
  const char* reason = errno != 0 ? std::strerror(errno) : "reading stopped";
  return failure(fmt::format("Cannot read {}: {}. Check the path and its permissions.", path, reason));
}

}  // namespace lockstep
