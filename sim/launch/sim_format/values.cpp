#include "sim/launch/sim_format/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>

#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "sim/launch/digits.hpp"

namespace lockstep::sim {

namespace {

// Parses an integer. Like the functions of C, parses the sign and the magnitude separately.
template <class T>
std::optional<T> parse_integer(std::string_view text, bool hex) {
  if (const auto digits = few_digits(text); !hex && digits && *digits <= std::numeric_limits<T>::max())
    return static_cast<T>(*digits);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (hex && (text.starts_with("0x") || text.starts_with("0X"))) text.remove_prefix(2);
  std::uint64_t magnitude = 0;
  const auto [stop, failed] =
      std::from_chars(text.data(), text.data() + text.size(), magnitude, hex ? 16 : 10);
  if (failed != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  constexpr bool kWraps = std::is_unsigned_v<T> && sizeof(T) > 1;
  const std::uint64_t limit = !negative || kWraps ? kMax : (std::is_signed_v<T> ? kMax + 1 : 0);
  if (magnitude > limit) return std::nullopt;
  return static_cast<T>(negative ? 0 - magnitude : magnitude);
}

template <class T>
std::optional<T> parse_floating(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T value{};
  const auto [stop, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (stop != text.data() + text.size()) return std::nullopt;
  if (failed == std::errc()) return value;
  // A value whose magnitude is too large is an error; a value whose magnitude is too small is rounded.
  if (failed != std::errc::result_out_of_range) return std::nullopt;
  const double wide = std::strtod(std::string(text).c_str(), nullptr);
  if (std::abs(wide) > 1) return std::nullopt;
  return static_cast<T>(wide);
}

template <class T>
Result<T> parse(std::string_view text, SimFormat format) {
  std::optional<T> value;
  if constexpr (std::is_floating_point_v<T>)
    value = parse_floating<T>(text);
  else
    value = parse_integer<T>(text, format.hex);
  if (value) return *value;
  return usage_error(fmt::format("\"{}\" is not a {}number of type {}", text,
                                 format.hex && std::is_integral_v<T> ? "hexadecimal " : "",
                                 opencl_name(format.type)));
}

// Returns the number of steps from start to end; empty if the steps do not reach the end exactly.
template <class T>
std::optional<std::uint64_t> steps_between(T start, T step, T end) {
  if (step == 0) return std::nullopt;
  if constexpr (std::is_floating_point_v<T>) {
    const double steps = (static_cast<double>(end) - static_cast<double>(start)) / static_cast<double>(step);
    // A small deviation is accepted, because decimal steps such as 0.1 are not exactly representable.
    if (!(steps >= 0) || steps > 1e15 || std::abs(steps - std::round(steps)) > 1e-3) return std::nullopt;
    return static_cast<std::uint64_t>(std::llround(steps));
  } else {
    const bool down = std::is_signed_v<T> && step < 0;
    if (down ? end > start : end < start) return std::nullopt;
    const auto from = static_cast<std::uint64_t>(start);
    const auto to = static_cast<std::uint64_t>(end);
    const auto stride = static_cast<std::uint64_t>(step);
    const std::uint64_t distance = down ? from - to : to - from;
    const std::uint64_t length = down ? 0 - stride : stride;
    if (distance % length != 0) return std::nullopt;
    return distance / length;
  }
}

Result<std::array<std::string_view, 3>> split_range(std::string_view range) {
  const std::size_t first = range.find(':');
  const std::size_t second = first == std::string_view::npos ? first : range.find(':', first + 1);
  if (second == std::string_view::npos || range.find(':', second + 1) != std::string_view::npos)
    return usage_error(fmt::format("range={} is not of the form START:STEP:END", range));
  return std::array{range.substr(0, first), range.substr(first + 1, second - first - 1),
                    range.substr(second + 1)};
}

template <class T>
Result<std::vector<std::byte>> range_values(std::string_view range, std::uint64_t count, SimFormat format) {
  const auto parts = split_range(range);
  if (!parts) return tl::unexpected(parts.error());
  std::array<T, 3> ends{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Result<T> number = parse<T>((*parts)[i], format);
    if (!number) return tl::unexpected(number.error());
    ends[i] = *number;
  }
  const auto [start, step, end] = ends;
  const auto steps = steps_between(start, step, end);
  if (!steps)
    return usage_error(fmt::format("range={}: no number of steps leads exactly from {} to {}", range,
                                   (*parts)[0], (*parts)[2]));
  if (*steps + 1 != count)
    return usage_error(fmt::format("range={} has {} {}, but the size of the argument takes {}", range,
                                   *steps + 1, noun_for(*steps + 1, "value"), count));
  std::vector<std::byte> bytes(count * sizeof(T));
  T value = start;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    if (i + 1 < count) value = static_cast<T>(value + step);
  }
  return bytes;
}

}  // namespace

tl::expected<SimList, SimError> sim_list(const SimData& data, std::uint64_t count, SimFormat format) {
  return with_type(format.type, [&]<class T>() -> tl::expected<SimList, SimError> {
    SimList list;
    list.bytes.resize(std::min<std::uint64_t>(count, data.text.size()) * sizeof(T));
    SimReader reader(data);
    const auto add = [&](T value) {
      if (list.found < count) std::memcpy(list.bytes.data() + list.found * sizeof(T), &value, sizeof(T));
      ++list.found;
    };
    const bool takes_digits = std::is_integral_v<T> && sizeof(T) >= sizeof(std::uint32_t) && !format.hex;
    while (true) {
      if (takes_digits)
        while (const auto digits = reader.next_digits()) add(static_cast<T>(*digits));
      const auto piece = reader.next();
      if (!piece) return list;
      const Result<T> number = parse<T>(piece->word.text, format);
      if (!number) return tl::unexpected(SimError{piece->word.line, number.error().message});
      add(*number);
    }
  });
}

Result<std::vector<std::byte>> sim_fill(std::string_view value, std::uint64_t count, SimFormat format) {
  return with_type(format.type, [&]<class T>() -> Result<std::vector<std::byte>> {
    const Result<T> one = parse<T>(value, format);
    if (!one) return usage_error(fmt::format("fill={}: {}", value, one.error().message));
    std::vector<std::byte> bytes(count * sizeof(T));
    // Copies the filled part to the bytes after it, which doubles the filled part each time.
    if (!bytes.empty()) std::memcpy(bytes.data(), &*one, sizeof(T));
    for (std::size_t done = sizeof(T); done < bytes.size(); done *= 2)
      std::memcpy(bytes.data() + done, bytes.data(), std::min(done, bytes.size() - done));
    return bytes;
  });
}

Result<std::vector<std::byte>> sim_range(std::string_view range, std::uint64_t count, SimFormat format) {
  return with_type(format.type, [&]<class T>() { return range_values<T>(range, count, format); });
}

}  // namespace lockstep::sim
