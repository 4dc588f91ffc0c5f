// Whole numbers of a few decimal digits, which most values in files are: a list of a million is read at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::sim {

// None: the text has other characters, or more digits than a 32-bit number always holds.
inline std::optional<std::uint32_t> few_digits(std::string_view text) {
  if (text.empty() || text.size() > 9) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (digit > 9) return std::nullopt;
    value = 10 * value + digit;
  }
  return value;
}

}  // namespace lockstep::sim
