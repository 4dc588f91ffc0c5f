#include "core/base/text/text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <numeric>
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

std::string noun_for(std::uint64_t count, std::string_view noun) {
  if (count == 1) return std::string(noun);
  const bool sibilant = noun.ends_with("s") || noun.ends_with("ch") || noun.ends_with("sh");
  return fmt::format("{}{}", noun, sibilant ? "es" : "s");
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}", count_text(count), noun_for(count, noun));
}

std::string time_text(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.3g} ns", nanoseconds);
  if (nanoseconds < 1e6) return fmt::format("{:.3g} µs", nanoseconds / 1e3);
  if (nanoseconds < 1e9) return fmt::format("{:.3g} ms", nanoseconds / 1e6);
  return fmt::format("{:.3g} s", nanoseconds / 1e9);
}

std::string time_text(std::uint64_t nanoseconds) { return time_text(static_cast<double>(nanoseconds)); }

std::string column_time_text(double nanoseconds) {
  const double us = nanoseconds / 1e3;
  if (us < 10'000) return fmt::format("{:.{}f} µs", us, us < 10 ? 2 : us < 100 ? 1 : 0);
  return fmt::format("{:.3g} ms", us / 1e3);
}

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

namespace {

std::string blanks(std::string_view text, std::size_t width) {
  const std::size_t used = width_of(text);
  return std::string(width > used ? width - used : 0, ' ');
}

}  // namespace

std::string pad_left(std::string_view text, std::size_t width) {
  return blanks(text, width) + std::string(text);
}

std::string pad_right(std::string_view text, std::size_t width) {
  return std::string(text) + blanks(text, width);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return result;
}

std::string capitalised(std::string_view text) {
  return upper(text.substr(0, 1)) + std::string(text.empty() ? text : text.substr(1));
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t width = 0, cut = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) continue;
    if (width + 1 == most) cut = at;
    if (width++ == most) return std::string(text.substr(0, cut)) + "…";
  }
  return std::string(text);
}

std::string as_sentence(std::string_view message) {
  // "out[0]" and "x3" are names, which keep their case.
  const std::string_view word = message.substr(0, message.find(' '));
  const bool is_name = word.find_first_of("[]()_.0123456789") != std::string_view::npos;
  if (message.empty()) return "";
  return (is_name ? std::string(message) : capitalised(message)) + (message.ends_with('.') ? "" : ".");
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  constexpr std::size_t most = 200;  // the rest of a longer name is ignored
  a = a.substr(0, most);
  b = b.substr(0, most);
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::vector<std::string> nearest_names(std::string_view name, std::vector<std::string> names,
                                       std::size_t most) {
  std::vector<std::pair<std::size_t, std::size_t>> near;  // the distance and the place of each name
  for (std::size_t i = 0; i < names.size(); ++i) near.emplace_back(edit_distance(name, names[i]), i);
  std::ranges::sort(near);
  near.resize(std::min(near.size(), most));
  std::vector<std::string> nearest;
  for (const auto& [distance, place] : near) nearest.push_back(std::move(names[place]));
  return nearest;
}

}  // namespace lockstep
