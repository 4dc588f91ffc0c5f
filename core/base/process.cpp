// The part that is the same on every system; posix/process.cpp starts and ends processes and handles pipes.
#include "core/base/process.hpp"

#include <fmt/format.h>

#include <sstream>
#include <utility>

namespace lockstep {
namespace {

constexpr auto kStopCheck = std::chrono::milliseconds(50);

}  // namespace

std::optional<std::string> Arrived::take_line() {
  const std::size_t end = bytes.find('\n', searched);
  if (end == bytes.npos) {
    searched = bytes.size();
    return std::nullopt;
  }
  std::string line = bytes.substr(0, end);
  bytes.erase(0, end + 1);
  searched = 0;
  return line;
}

// Removes the lines that programs draw around their messages.
std::string Child::said() const {
  std::string words;
  std::istringstream lines(errors_);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of("-=* \t\r") == line.npos) continue;
    words += (words.empty() ? "" : " ") + line;
  }
  return words;
}

std::string Child::last_words() const {
  const std::string words = said();
  return words.empty() ? "It ended without a message." : words;
}

Heard Child::listen(std::chrono::milliseconds timeout) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (true) {
    if (auto line = unread_.take_line()) return {Heard::Kind::line, std::move(*line)};
    if (unread_.bytes.size() > max_line_) return {Heard::Kind::end, ""};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return {};
    if (!read_some(left)) return {Heard::Kind::end, ""};
  }
}

Result<std::string> Child::read_line(std::stop_token stop, std::chrono::seconds timeout) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (true) {
    const bool late = std::chrono::steady_clock::now() > until;
    Heard heard = listen(stop.stop_requested() || late ? std::chrono::milliseconds(0) : kStopCheck);
    if (heard.kind == Heard::Kind::line) return std::move(heard.line);
    if (heard.kind == Heard::Kind::end) return failure(last_words());
    given_up_ = stop.stop_requested() || late;
    if (stop.stop_requested()) return failure("Cancelled.");
    if (given_up_) return failure(fmt::format("It has not answered for {} seconds.", timeout.count()));
  }
}

}  // namespace lockstep
