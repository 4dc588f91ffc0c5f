#include "core/base/text/ordinal.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockstep {
namespace {

constexpr std::array<std::string_view, 10> kWords{"first", "second",  "third",  "fourth", "fifth",
                                                  "sixth", "seventh", "eighth", "ninth",  "tenth"};
constexpr std::array<std::string_view, 4> kEndings{"th", "st", "nd", "rd"};

}  // namespace

std::string ordinal(std::uint64_t number) {
  if (number >= 1 && number <= kWords.size()) return std::string(kWords[number - 1]);
  const bool is_teen = number / 10 % 10 == 1;
  const std::uint64_t ending = is_teen || number % 10 > 3 ? 0 : number % 10;
  return std::to_string(number) + std::string(kEndings[ending]);
}

std::optional<std::uint64_t> parse_ordinal(std::string_view word) {
  const auto found = std::ranges::find(kWords, word);
  if (found != kWords.end()) return static_cast<std::uint64_t>(found - kWords.begin()) + 1;
  std::uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  const std::string_view ending(read.ptr, static_cast<std::size_t>(end - read.ptr));
  const bool is_ordinal = std::ranges::find(kEndings, ending) != kEndings.end();
  return read.ec == std::errc() && number != 0 && is_ordinal ? std::optional(number) : std::nullopt;
}

}  // namespace lockstep
