#include "core/base/terminal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lockstep {
namespace {

constexpr std::string_view kEraseLine = "\r\033[K";

}  // namespace

Result<void> flush_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  const std::string reason = errno != 0 ? fmt::format(" ({})", std::strerror(errno)) : "";
  return failure(fmt::format("The output is incomplete: standard output cannot be written{}.", reason));
}

std::string in_red(std::string_view text, Stream stream) {
  const char* refused = std::getenv("NO_COLOR");
  const bool is_plain = !is_terminal(stream) || (refused != nullptr && *refused != '\0');
  return is_plain ? std::string(text) : fmt::format("\033[31m{}\033[0m", text);
}

void show_progress_line(std::string_view text) {
  if (!is_terminal(Stream::error)) return;
  fmt::print(stderr, "{}{}", kEraseLine, text);
  std::fflush(stderr);
}

void clear_progress_line() { show_progress_line(""); }

}  // namespace lockstep
