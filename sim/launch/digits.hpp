// Parses whole numbers of a few decimal digits very fast. Most values in files have this form, and a list may
// contain a million values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::sim {

// The decimal digits at the start of a text; the value is undefined if there are more than nine.
struct LeadingDigits {
  std::uint32_t value = 0;
  std::size_t count = 0;
};

inline LeadingDigits leading_digits(std::string_view text) {
  LeadingDigits digits;
  for (const char c : text) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (digit > 9) break;
    digits.value = 10 * digits.value + digit;
    ++digits.count;
  }
  return digits;
}

// Returns whether the number has so few digits that it always fits in 32 bits.
inline bool are_few(const LeadingDigits& digits) { return digits.count > 0 && digits.count <= 9; }

// Returns the number; empty if the text contains other characters, or so many digits that the number may not
// fit in 32 bits.
inline std::optional<std::uint32_t> few_digits(std::string_view text) {
  if (text.size() > 9) return std::nullopt;
  const LeadingDigits digits = leading_digits(text);
  return are_few(digits) && digits.count == text.size() ? std::optional(digits.value) : std::nullopt;
}

}  // namespace lockstep::sim
