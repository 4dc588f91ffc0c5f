// Parses numbers as users write them: 64, 0x40, 64.0, 1e3, 16Mi. For an integer type, each form is accepted
// if the value is an integer.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "sim/bytecode/half_bits.hpp"
#include "sim/launch/digits.hpp"
#include "sim/launch/value_types.hpp"

namespace lockstep::sim {
namespace {

// Parses a number in the usual forms. from_chars() does not depend on the language of the system, and accepts
// no sign before hexadecimal digits.
template <class T>
bool parse_plainly(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  if constexpr (std::is_floating_point_v<T>) {
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
  } else {
    if (const auto digits = few_digits(text); digits && *digits <= std::numeric_limits<T>::max()) {
      value = static_cast<T>(*digits);
      return true;
    }
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const auto [stop, error] = std::from_chars(text.data() + (hex ? 2 : 0), end, value, hex ? 16 : 10);
    return error == std::errc() && stop == end;
  }
}

struct WholeNumber {
  bool negative = false;
  std::uint64_t magnitude = 0;
};

bool multiply(std::uint64_t& value, std::uint64_t factor) {
  if (value != 0 && factor > UINT64_MAX / value) return false;
  value *= factor;
  return true;
}

// Removes "Ki", "Mi", "Gi" or "Ti" from the end of the text, and returns the number of bits by which the
// number must be shifted.
unsigned take_suffix(std::string_view& text) {
  constexpr std::string_view kLetters = "KMGT";
  if (text.size() < 3 || !text.ends_with('i')) return 0;
  const std::size_t letter = kLetters.find(text[text.size() - 2]);
  if (letter == std::string_view::npos) return 0;
  text.remove_suffix(2);
  return 10 * static_cast<unsigned>(letter + 1);
}

// Removes an exponent (e or E and a number) from the end of the text and returns its value; 0 if there is
// none, empty if it is not valid.
std::optional<int> take_exponent(std::string_view& text) {
  const std::size_t at = text.find_first_of("eE");
  if (at == std::string_view::npos) return 0;
  std::string_view digits = text.substr(at + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int exponent = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (error != std::errc() || stop != digits.data() + digits.size() || std::abs(exponent) > 30)
    return std::nullopt;
  text = text.substr(0, at);
  return exponent;
}

// Returns the value of a decimal fraction, times ten to the power of the exponent, if the result is a
// whole number.
std::optional<std::uint64_t> scaled(std::string_view digits, int exponent) {
  std::string all;
  bool point = false, any = false;
  for (const char c : digits) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    any = true;
    all += c;
    exponent -= point ? 1 : 0;
  }
  while (exponent < 0 && all.ends_with('0')) {
    all.pop_back();
    ++exponent;
  }
  if (!any || (exponent < 0 && !all.empty())) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : all) {
    if (!multiply(value, 10) || value > UINT64_MAX - static_cast<std::uint64_t>(c - '0')) return std::nullopt;
    value += static_cast<std::uint64_t>(c - '0');
  }
  for (; exponent > 0; --exponent)
    if (!multiply(value, 10)) return std::nullopt;
  return value;
}

std::optional<WholeNumber> whole_number(std::string_view text) {
  WholeNumber number;
  number.negative = text.starts_with('-');
  if (number.negative || text.starts_with('+')) text.remove_prefix(1);
  const unsigned shift = take_suffix(text);
  const auto exponent = take_exponent(text);
  if (!exponent) return std::nullopt;
  const auto value = scaled(text, *exponent);
  if (!value) return std::nullopt;
  number.magnitude = *value;
  if (!multiply(number.magnitude, std::uint64_t{1} << shift)) return std::nullopt;
  return number;
}

template <class T>
bool parse(std::string_view text, T& value) {
  if (parse_plainly(text, value)) return true;
  const auto whole = whole_number(text);
  if (!whole) return false;
  if constexpr (std::is_floating_point_v<T>) {
    value = static_cast<T>(whole->magnitude);
    if (whole->negative) value = -value;
    return true;
  } else {
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    const std::uint64_t most = !whole->negative ? kMax : std::is_signed_v<T> ? kMax + 1 : 0;
    if (whole->magnitude > most) return false;
    value = static_cast<T>(whole->negative ? 0 - whole->magnitude : whole->magnitude);
    return true;
  }
}

}  // namespace

std::string ValueType::name() const {
  const std::string_view base = is_half ? "half" : opencl_name(type);
  return count == 1 ? std::string(base) : fmt::format("{}{}", base, count);
}

Result<void> append_number(std::vector<std::byte>& bytes, std::string_view text, const ValueType& type) {
  const auto append = [&](const auto& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  };
  const auto wrong = [&](std::string_view name) {
    return usage_error(fmt::format("\"{}\" is not a number of type {}", text, name));
  };
  if (type.is_half) {
    float value = 0;
    if (!parse(text, value)) return wrong("half");
    append(half::bits_of(value));
    return {};
  }
  return with_type(type.type, [&]<class T>() -> Result<void> {
    T value{};
    if (!parse(text, value)) return wrong(opencl_name(type.type));
    append(value);
    return {};
  });
}

Result<std::uint64_t> parse_whole_size(const std::string& text) {
  const Result<std::uint64_t> size = parse_size(text);
  std::vector<std::byte> bytes;
  if (size || !append_number(bytes, text, ValueType{ElementType::uint64})) return size;
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

}  // namespace lockstep::sim
