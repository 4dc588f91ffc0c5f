#include "runtime/journal/launch_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace lockstep::runtime {
namespace {

std::optional<std::size_t> parse_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0) return std::nullopt;
  return value;
}

std::optional<std::pair<std::size_t, std::size_t>> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto first = parse_number(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : parse_number(text.substr(dots + 2));
  if (!first || !last || *first > *last) return std::nullopt;
  return std::pair{*first, *last};
}

}  // namespace

bool LaunchNumbers::contains(std::size_t number) const {
  return is_all() || std::ranges::any_of(ranges, [number](const auto& range) {
           return range.first <= number && number <= range.second;
         });
}

Result<LaunchNumbers> parse_launch_numbers(std::string_view text) {
  LaunchNumbers numbers;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto range = parse_range(text.substr(0, comma));
    if (!range)
      return usage_error(
          fmt::format("'{}' is not a list of launches. Enter numbers and ranges such as 3,7..9; the first "
                      "launch has number 1.",
                      text.substr(0, comma)));
    numbers.ranges.push_back(*range);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return numbers;
}

}  // namespace lockstep::runtime
