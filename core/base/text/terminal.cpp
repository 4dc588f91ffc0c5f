#include "core/base/text/terminal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/text/visible_text.hpp"

namespace lockstep {
Result<void> flush_output() {
  errno = 0;
  if (write_out()) return {};
  const std::string reason = errno != 0 ? fmt::format(" ({})", std::strerror(errno)) : "";
  return failure(fmt::format("The output is incomplete: standard output cannot be written{}.", reason));
}

bool has_colours(Stream stream) {
  const char* refused = std::getenv("NO_COLOR");
  return is_terminal(stream) && (refused == nullptr || *refused == '\0');
}

std::string in_red(std::string_view text, Stream stream) {
  return has_colours(stream) ? fmt::format("{}{}{}", kRed, text, kNotRed) : std::string(text);
}

void show_progress_line(std::string_view text) {
  if (!is_terminal(Stream::error)) return;
  write_unfiltered(Stream::error, kEraseLine);
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
}

void clear_progress_line() { show_progress_line(""); }

}  // namespace lockstep
