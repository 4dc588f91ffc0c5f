#include "core/base/text/natural_order.hpp"

#include <algorithm>
#include <cstddef>

namespace lockstep {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
unsigned char small(char c) { return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

// Removes the digits at the beginning of `text` and returns them without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

// Compares two names; returns a negative number, 0 or a positive number.
int compare_numbers(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

int compare_naturally(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const std::string_view left = take_number(a), right = take_number(b);
      if (const int order = compare_numbers(left, right); order != 0) return order;
      continue;
    }
    if (small(a[0]) != small(b[0])) return small(a[0]) < small(b[0]) ? -1 : 1;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
}

}  // namespace

bool comes_before(std::string_view a, std::string_view b) {
  const int order = compare_naturally(a, b);
  return order != 0 ? order < 0 : a < b;
}

}  // namespace lockstep
