// Whole numbers of a few decimal digits, the form of most values in files: a list of a million values is read
// very fast.
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

// Whether the number of digits is so small that a 32-bit number always holds them.
inline bool are_few(const LeadingDigits& digits) { return digits.count > 0 && digits.count <= 9; }

// Empty if the text has other characters, or more digits than a 32-bit number always holds.
inline std::optional<std::uint32_t> few_digits(std::string_view text) {
  if (text.size() > 9) return std::nullopt;
  const LeadingDigits digits = leading_digits(text);
  return are_few(digits) && digits.count == text.size() ? std::optional(digits.value) : std::nullopt;
}

}  // namespace lockstep::sim
