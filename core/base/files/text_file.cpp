#include "core/base/files/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/files/whole_file.hpp"

namespace lockstep {

Result<std::string> read_text_file(const std::string& path, std::uint64_t most, bool may_be_pipe) {
  Result<std::string> text = read_file(path, most, may_be_pipe);
  if (!text) return text;
  if (const std::size_t zero = text->find('\0'); zero != std::string::npos)
    return failure(fmt::format(
        "{} is not text: line {} has a zero byte. A source file is UTF-8 or ASCII text, not UTF-16 or "
        "a binary.",
        path, 1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(zero), '\n')));
  return text;
}

}  // namespace lockstep
