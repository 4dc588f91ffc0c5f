#include "core/base/sizes.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

namespace lockstep {

Result<std::uint64_t> parse_size(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, unsigned>, 5> suffixes{
      {{"", 0}, {"Ki", 10}, {"Mi", 20}, {"Gi", 30}, {"Ti", 40}}};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error == std::errc{}) {
    for (const auto& [name, shift] : suffixes) {
      if (name != suffix) continue;
      if (number > (UINT64_MAX >> shift)) break;
      return number << shift;
    }
  }
  return usage_error(
      fmt::format("'{}' is not a size; write a whole number such as 4096, 64Ki, 16Mi or 1Gi.", text));
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 || value >= 100 ? fmt::format("{:.0f} {}", value, units[unit])
                                   : fmt::format("{:.3g} {}", value, units[unit]);
}

std::string count_text(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3)
    text.insert(static_cast<std::size_t>(place), 1, ',');
  return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  const bool sibilant = noun.ends_with("s") || noun.ends_with("ch");
  return fmt::format("{} {}{}", count_text(count), noun, count == 1 ? "" : sibilant ? "es" : "s");
}

}  // namespace lockstep
