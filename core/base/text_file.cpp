#include "core/base/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

tl::unexpected<Error> too_large(const std::string& path, std::uint64_t most) {
  return failure(
      fmt::format("{} is too large: a text file may have at most {} here.", path, bytes_text(most)));
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::uint64_t most) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    return failure(fmt::format("{} is a folder; name a file in it.", path));
  if (const auto size = fs::file_size(path, ignored); !ignored && size > most) return too_large(path, most);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  while (file && text.size() <= most) {
    const std::size_t had = text.size();
    text.resize(had + kPiece);
    file.read(text.data() + had, static_cast<std::streamsize>(kPiece));
    text.resize(had + static_cast<std::size_t>(file.gcount()));
  }
  if (!file.eof() && text.size() <= most)
    return failure(fmt::format("Cannot read {}: {}. Check the path and its permissions.", path,
                               errno != 0 ? std::strerror(errno) : "reading stopped"));
  if (text.size() > most) return too_large(path, most);
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
    return failure(fmt::format(
        "{} is not text: line {} has a zero byte. A source file is UTF-8 or ASCII text, not UTF-16 or a "
        "binary.",
        path, 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n')));
  return text;
}

}  // namespace lockstep
