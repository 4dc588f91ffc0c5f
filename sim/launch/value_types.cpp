#include "sim/launch/value_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <type_traits>

#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "sim/bytecode/half_bits.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::sim {
namespace {

// Replaces names of C that consist of several words with the single word that OpenCL C uses for the type.
std::string one_word(std::string text) {
  if (text.starts_with("unsigned ")) text = "u" + text.substr(9);
  if (text.starts_with("signed ")) text = text.substr(7);
  if (text == "unsigned") return "uint";
  if (text == "ulong long" || text == "ulong int" || text == "ulong long int") return "ulong";
  if (text == "long long" || text == "long int") return "long";
  if (text == "short int" || text == "ushort int") return text.substr(0, text.size() - 4);
  return text == "size_t" ? "ulong" : text;
}

}  // namespace

Result<ValueType> parse_value_type(const std::string& text) {
  const std::string spelled = one_word(text);
  const std::size_t digits = spelled.find_first_of("0123456789");
  const std::string base = spelled.substr(0, digits);
  const std::string width = digits == std::string::npos ? "1" : spelled.substr(digits);
  const bool is_half = base == "half";
  const auto type = is_half ? ElementType::uint16 : parse_element_type(base);
  const bool known_width =
      width == "1" || width == "2" || width == "3" || width == "4" || width == "8" || width == "16";
  if (!type || !known_width || (digits != std::string::npos && width == "1"))
    return usage_error(fmt::format("\"{}\" is not a type; enter int, uint, float4, double …", text));
  return ValueType{*type, static_cast<unsigned>(std::stoul(width)), is_half};
}

ValueType value_type_of(const Parameter& parameter) {
  if (parameter.is_record) return {ElementType::uint8};
  const bool is_half =
      parameter.type == ElementType::uint16 && parameter.type_name.find("half") != std::string::npos;
  return {parameter.type, parameter.count, is_half};
}

std::string values_text(std::span<const std::byte> bytes, const ValueType& type) {
  return with_type(type.type, [&]<class T>() {
    constexpr std::size_t kMostDigits = 24, kBlock = 4096;
    std::string text;
    std::size_t end = 0;  // end of the text written so far; one more number fits after it
    const auto make_room = [&] {
      if (text.size() - end < kMostDigits) text.resize(std::max(text.size() + kBlock, text.size() * 3 / 2));
    };
    for (std::size_t i = 0; (i + 1) * sizeof(T) <= bytes.size(); ++i) {
      if (type.count == 3 && i % 4 == 3) continue;  // the fourth component that a 3-vector has in memory
      T value;
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof value);
      make_room();
      if (i != 0) text[end++] = ',';
      if (std::is_same_v<T, std::uint16_t> && type.is_half) {
        text.resize(end);
        text += fmt::format("{}", half::value_of(static_cast<std::uint16_t>(value)));
        end = text.size();
      } else if constexpr (std::is_integral_v<T>) {
        end = static_cast<std::size_t>(
            std::to_chars(text.data() + end, text.data() + text.size(), +value).ptr - text.data());
      } else {
        text.resize(end);
        text += fmt::format("{}", value);
        end = text.size();
      }
    }
    text.resize(end);
    return text;
  });
}

Result<PlanBuffer> make_buffer(const ValueType& type, std::uint64_t count) {
  if (count == 0) return usage_error("a buffer must have at least one element");
  if (count > kMaxBufferBytes / (size_bytes(type.type) * type.stored()))
    return failure(
        fmt::format("too much memory; the simulator takes buffers up to {}", bytes_text(kMaxBufferBytes)));
  PlanBuffer buffer;
  buffer.type = type.type;
  buffer.elements = count * type.stored();
  buffer.role = PlanBuffer::Role::output;
  return buffer;
}

Result<ScalarArgument> make_scalar(const ValueType& type, const std::string& values) {
  ScalarArgument scalar;
  unsigned count = 0;
  for (std::size_t at = 0; at <= values.size(); ++count) {
    const std::size_t comma = std::min(values.find(',', at), values.size());
    const Result<void> number = append_number(scalar.bytes, values.substr(at, comma - at), type);
    if (!number) return tl::unexpected(number.error());
    at = comma + 1;
  }
  // A list of values of a scalar type is a structure, given by the values of its members one after another.
  if (count != type.count && type.count != 1)
    return usage_error(fmt::format("the type has {}, not {}", plural(type.count, "component"), count));
  if (type.count != 1) scalar.bytes.resize(type.stored() * size_bytes(type.type));
  return scalar;
}

}  // namespace lockstep::sim
