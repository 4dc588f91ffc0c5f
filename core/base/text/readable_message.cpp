#include "core/base/text/readable_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "core/base/text/text.hpp"

namespace lockstep {

std::string readable_message(std::string_view message) {
  constexpr std::size_t max_lines = 100, max_characters = 1000;
  std::string text;
  for (std::size_t at = 0, lines = 0; at <= message.size(); ++lines) {
    const std::size_t end = std::min(message.find('\n', at), message.size());
    if (lines == max_lines) {
      const auto more = 1 + static_cast<std::uint64_t>(std::ranges::count(message.substr(at), '\n'));
      return text + fmt::format("\n{} more.", plural(more, "line"));
    }
    text += (lines == 0 ? "" : "\n") + shortened(message.substr(at, end - at), max_characters);
    at = end + 1;
  }
  return text;
}

}  // namespace lockstep
