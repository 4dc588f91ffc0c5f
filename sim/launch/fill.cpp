// Fills buffers with numbers, patterns, random numbers in a range, or the contents of files.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <random>

#include "core/base/files/whole_file.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "sim/bytecode/half_bits.hpp"
#include "sim/launch/digits.hpp"
#include "sim/launch/value_types.hpp"

namespace lockstep::sim {
namespace {

bool is_separator(char c) { return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct Numbers {
  std::vector<std::byte> bytes;
  std::uint64_t count = 0;
  std::uint64_t rows = 0;  // rows that contain numbers
};

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";  // spreadsheets write this mark before the first row

// Returns whether the text is UTF-16, which some spreadsheets use for "Unicode text", or is binary data.
bool is_wide_text(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || text.find('\0') != text.npos;
}

// Reads the numbers of a CSV file. In messages, a row is a line, and a column is the position of a number in
// its line; both are counted from 1.
Result<Numbers> parse_csv(const std::string& text, const ValueType& type, const std::string& path) {
  if (is_wide_text(text))
    return usage_error(
        fmt::format("{} is not UTF-8 text, but UTF-16 or binary data; save the file as CSV in UTF-8.", path));
  Numbers numbers;
  std::uint64_t row = 1, column = 0;
  for (std::size_t at = text.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0; at < text.size();) {
    if (is_separator(text[at])) {
      if (text[at++] == '\n') {
        ++row;
        column = 0;
      }
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !is_separator(text[end])) ++end;
    numbers.rows += ++column == 1 ? 1 : 0;
    ++numbers.count;
    const Result<void> number =
        append_number(numbers.bytes, std::string_view(text).substr(at, end - at), type);
    if (!number)
      return usage_error(fmt::format("{}: row {}, column {}: {}", path, row, column, number.error().message));
    at = end;
  }
  return numbers;
}

void set_bytes(PlanBuffer& buffer, std::vector<std::byte> bytes) {
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

Result<void> fill_from_file(PlanBuffer& buffer, const ValueType& type, const std::string& path) {
  constexpr std::uint64_t max_text = std::uint64_t{1} << 30;
  const bool is_csv = path.ends_with(".csv");
  const Result<std::string> text =
      read_file(path, is_csv ? max_text : std::max(buffer.bytes(), kMaxFileBytes), true);
  if (!text) return tl::unexpected(text.error());
  if (is_csv) {
    Result<Numbers> numbers = parse_csv(*text, type, path);
    if (!numbers) return tl::unexpected(numbers.error());
    if (numbers->count != buffer.elements)
      return usage_error(fmt::format("{} has {} in {}, but the buffer takes {} of type {}", path,
                                     plural(numbers->count, "number"), plural(numbers->rows, "row"),
                                     buffer.elements, ValueType{type.type, 1, type.is_half}.name()));
    set_bytes(buffer, std::move(numbers->bytes));
    return {};
  }
  const std::uint64_t expected = buffer.bytes();
  if (text->size() != expected)
    return usage_error(fmt::format("{} holds {} bytes, but {} elements of {} are {} bytes", path,
                                   text->size(), buffer.elements, opencl_name(buffer.type), expected));
  const auto* first = reinterpret_cast<const std::byte*>(text->data());
  set_bytes(buffer, {first, first + text->size()});
  return {};
}

Result<void> fill_with_number(PlanBuffer& buffer, const ValueType& type, const std::string& text) {
  std::vector<std::byte> element;
  if (const Result<void> number = append_number(element, text, type); !number) return number;
  const bool is_zero = std::ranges::all_of(element, [](std::byte b) { return b == std::byte{0}; });
  if (is_zero) {
    buffer.role = PlanBuffer::Role::output;
    buffer.content.pattern = Content::Pattern::constant;
    buffer.content.value = 0;
    return {};
  }
  std::vector<std::byte> bytes(buffer.bytes());
  for (std::size_t at = 0; at < bytes.size(); at += element.size())
    std::memcpy(bytes.data() + at, element.data(), element.size());
  set_bytes(buffer, std::move(bytes));
  return {};
}

// Fills the buffer with a list such as "3,1,7". The list must have as many numbers as fit in the buffer.
Result<void> fill_with_list(PlanBuffer& buffer, const ValueType& type, const std::string& list) {
  const std::uint64_t taken = buffer.elements / type.stored() * type.count;
  const std::size_t size = size_bytes(type.type);
  // A 3-vector has a fourth component in memory, which the list does not contain.
  const auto place_of = [&](std::uint64_t i) { return (type.count == 3 ? i / 3 * 4 + i % 3 : i) * size; };
  std::vector<std::byte> bytes(std::min<std::uint64_t>(buffer.bytes(), (list.size() + 1) * size));
  const bool holds_few_digits = !type.is_half && !is_floating(type.type) && size >= sizeof(std::uint32_t);
  std::vector<std::byte> one;
  std::uint64_t count = 0;
  for (std::size_t at = 0; at <= list.size(); ++count) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    std::string_view number = std::string_view(list).substr(at, comma - at);
    while (number.starts_with(' ')) number.remove_prefix(1);
    while (number.ends_with(' ')) number.remove_suffix(1);
    const std::optional<std::uint64_t> digits = holds_few_digits ? few_digits(number) : std::nullopt;
    if (!digits) {
      one.clear();
      if (const Result<void> read = append_number(one, number, type); !read) return read;
    }
    const void* const value = digits ? static_cast<const void*>(&*digits) : one.data();
    if (count < taken) std::memcpy(bytes.data() + place_of(count), value, size);
    at = comma + 1;
  }
  if (count != taken)
    return usage_error(fmt::format("{} were given, but the buffer takes {} of type {}",
                                   plural(count, "value"), taken,
                                   ValueType{type.type, 1, type.is_half}.name()));
  set_bytes(buffer, std::move(bytes));
  return {};
}

// Fills the buffer with the values of `value_of`. In a buffer of halves, the values are floats and are stored
// as halves.
template <class Value>
void fill_with(PlanBuffer& buffer, const ValueType& type, Value value_of) {
  std::vector<std::byte> bytes(buffer.bytes());
  const auto put = [&](std::uint64_t index, const auto& value) {
    std::memcpy(bytes.data() + index * sizeof value, &value, sizeof value);
  };
  for (std::uint64_t i = 0; i < buffer.elements; ++i) {
    if (type.is_half)
      put(i, half::bits_of(value_of.template operator()<float>(i)));
    else
      with_type(buffer.type, [&]<class T>() { put(i, value_of.template operator()<T>(i)); });
  }
  set_bytes(buffer, std::move(bytes));
}

// Returns a random number between `low` and `high`. For integers, both ends are possible values; a
// floating-point number is below the upper end.
template <class T>
T random_between(std::uint64_t bits, T low, T high) {
  if constexpr (std::is_floating_point_v<T>) {
    return low + static_cast<T>(static_cast<double>(bits >> 11) * 0x1p-53) * (high - low);
  } else {
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    const std::uint64_t chosen = span == UINT64_MAX ? bits : bits % (span + 1);
    return static_cast<T>(static_cast<std::uint64_t>(low) + chosen);
  }
}

template <class T>
T value_at(const std::vector<std::byte>& bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// Fills the buffer with random numbers in a range LOW..HIGH.
Result<void> fill_with_range(PlanBuffer& buffer, const ValueType& type, std::uint64_t seed,
                             std::string_view range) {
  const std::size_t dots = range.find("..");
  const ValueType bound_type = type.is_half ? ValueType{ElementType::float32} : ValueType{type.type};
  std::vector<std::byte> low, high;
  if (const auto number = append_number(low, range.substr(0, dots), bound_type); !number) return number;
  if (const auto number = append_number(high, range.substr(dots + 2), bound_type); !number) return number;
  const bool ordered =
      with_type(bound_type.type, [&]<class T>() { return value_at<T>(low) <= value_at<T>(high); });
  if (!ordered)
    return usage_error(fmt::format(
        "\"random:{}\": the first number of the range must not be greater than the second", range));
  std::mt19937_64 generator(seed);
  fill_with(buffer, type, [&]<class T>(std::uint64_t) {
    return random_between<T>(generator(), value_at<T>(low), value_at<T>(high));
  });
  return {};
}

// Fills the buffer as random, random:SEED, random:LOW..HIGH or random:SEED:LOW..HIGH says.
Result<void> fill_randomly(PlanBuffer& buffer, const ValueType& type, const std::string& fill) {
  std::string_view rest = std::string_view(fill).substr(6);
  std::string_view range;
  if (rest.find("..") != std::string_view::npos) {
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos) rest = "?";
    range = colon == std::string_view::npos ? range : rest.substr(colon + 1);
    rest = rest.substr(0, colon == std::string_view::npos ? 1 : colon);
  }
  std::uint64_t seed = buffer.content.seed;
  if (!rest.empty()) {
    std::vector<std::byte> number;
    const bool is_seed =
        rest.front() == ':' && append_number(number, rest.substr(1), ValueType{ElementType::uint64});
    if (!is_seed)
      return usage_error(fmt::format(
          "\"{}\" is not a fill; enter random:SEED or random:SEED:LOW..HIGH with a whole number as seed",
          fill));
    seed = value_at<std::uint64_t>(number);
  }
  if (!range.empty()) return fill_with_range(buffer, type, seed, range);
  buffer.content.pattern = Content::Pattern::random;
  buffer.content.seed = seed;
  if (!type.is_half) return {};
  return fill_with_range(buffer, type, seed, "1..9");
}

}  // namespace

Result<void> fill_buffer(PlanBuffer& buffer, const ValueType& type, const std::string& fill) {
  buffer.role = PlanBuffer::Role::input;
  if (fill == "iota") {
    if (type.is_half)
      fill_with(buffer, type, []<class T>(std::uint64_t i) { return static_cast<T>(i); });
    else
      buffer.content.pattern = Content::Pattern::iota;
    return {};
  }
  if (fill.starts_with("random")) return fill_randomly(buffer, type, fill);
  if (fill.starts_with("@")) return fill_from_file(buffer, type, fill.substr(1));
  if (fill.find(',') != std::string::npos) return fill_with_list(buffer, type, fill);
  return fill_with_number(buffer, type, fill);
}

}  // namespace lockstep::sim
