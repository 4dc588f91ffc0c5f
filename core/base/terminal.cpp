#include "core/base/terminal.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace lockstep {
namespace {

constexpr std::string_view kEraseLine = "\r\033[K";

}  // namespace

void show_progress_line(std::string_view text) {
  if (!is_terminal(Stream::error)) return;
  fmt::print(stderr, "{}{}", kEraseLine, text);
  std::fflush(stderr);
}

void clear_progress_line() { show_progress_line(""); }

}  // namespace lockstep
