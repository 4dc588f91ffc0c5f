#include "cli/simulate/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/simulate/arguments_fill.hpp"
#include "core/base/sizes.hpp"

namespace lockstep::cli {

namespace {

// Buffers larger than this are refused here, before anything of that size is made.
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

struct VectorType {
  ElementType type = ElementType::int32;
  unsigned count = 1;
  unsigned stored() const { return count == 3 ? 4 : count; }  // a 3-vector takes the room of 4
};

Result<VectorType> parse_type(const std::string& text) {
  const std::size_t digits = text.find_first_of("0123456789");
  const std::string base = text.substr(0, digits);
  const std::string width = digits == std::string::npos ? "1" : text.substr(digits);
  const auto type = base == "size_t" ? ElementType::uint64 : parse_element_type(base);
  const bool known_width =
      width == "1" || width == "2" || width == "3" || width == "4" || width == "8" || width == "16";
  if (!type || !known_width || (digits != std::string::npos && width == "1"))
    return usage_error(fmt::format("\"{}\" is no type; write int, uint, float4, double …", text));
  return VectorType{*type, static_cast<unsigned>(std::stoul(width))};
}

Result<ParsedArgument> parse_buffer(const std::string& text, std::string rest) {
  ParsedArgument parsed;
  parsed.is_buffer = true;
  parsed.argument = BufferArgument{};
  if (rest.ends_with(":dump")) {
    parsed.dump = true;
    rest.resize(rest.size() - 5);
  }
  const std::size_t equals = rest.find('=');
  const std::string shape = rest.substr(0, equals);
  const std::size_t colon = shape.find(':');
  if (colon == std::string::npos)
    return usage_error(
        fmt::format("\"{}\": write buffer:TYPE:COUNT=FILL, for example buffer:int:64=iota", text));
  const Result<VectorType> type = parse_type(shape.substr(0, colon));
  if (!type) return tl::unexpected(type.error());
  const Result<std::uint64_t> count = parse_size(shape.substr(colon + 1));
  if (!count) return usage_error(fmt::format("\"{}\": {}", text, count.error().message));
  if (*count == 0) return usage_error(fmt::format("\"{}\": a buffer needs at least one element", text));
  if (*count > kMostBytes / (size_bytes(type->type) * type->stored()))
    return failure(fmt::format("\"{}\": more memory than fits; the simulator takes buffers up to {}", text,
                               bytes_text(kMostBytes)));
  parsed.buffer.type = type->type;
  parsed.buffer.elements = *count * type->stored();
  parsed.buffer.role = PlanBuffer::Role::output;
  if (equals == std::string::npos) return parsed;
  const Result<void> filled = fill_buffer(parsed.buffer, rest.substr(equals + 1));
  if (!filled) return tl::unexpected(filled.error());
  return parsed;
}

Result<ParsedArgument> parse_scalar(const std::string& text, const std::string& rest) {
  const std::size_t equals = rest.find('=');
  if (equals == std::string::npos)
    return usage_error(fmt::format("\"{}\": write scalar:TYPE=VALUE, for example scalar:uint=64", text));
  const Result<VectorType> type = parse_type(rest.substr(0, equals));
  if (!type) return tl::unexpected(type.error());
  ScalarArgument scalar;
  unsigned values = 0;
  for (std::size_t at = equals + 1; at <= rest.size(); ++values) {
    const std::size_t comma = std::min(rest.find(',', at), rest.size());
    const Result<void> number = append_number(scalar.bytes, rest.substr(at, comma - at), type->type);
    if (!number) return usage_error(fmt::format("\"{}\": {}", text, number.error().message));
    at = comma + 1;
  }
  // A list of a plain type is a structure: its members' values, one after another.
  if (values != type->count && type->count != 1)
    return usage_error(fmt::format("\"{}\": {} value{} given, but the type has {}", text, values,
                                   values == 1 ? " is" : "s are", type->count));
  if (type->count != 1) scalar.bytes.resize(type->stored() * size_bytes(type->type));
  ParsedArgument parsed;
  parsed.argument = std::move(scalar);
  return parsed;
}

}  // namespace

Result<ParsedArgument> parse_argument(const std::string& text) {
  if (text.starts_with("buffer:")) return parse_buffer(text, text.substr(7));
  if (text.starts_with("scalar:")) return parse_scalar(text, text.substr(7));
  ParsedArgument parsed;
  if (text.starts_with("local:")) {
    const Result<std::uint64_t> bytes = parse_size(text.substr(6));
    if (!bytes) return usage_error(fmt::format("\"{}\": {}", text, bytes.error().message));
    parsed.argument = LocalArgument{*bytes};
    return parsed;
  }
  if (text == "null") {
    parsed.argument = NullArgument{};
    return parsed;
  }
  return usage_error(fmt::format(
      "\"{}\" is no argument; write buffer:TYPE:COUNT=FILL, local:BYTES, scalar:TYPE=VALUE or null", text));
}

Result<Extents> parse_extents(const std::string& option, const std::string& text) {
  Extents extents;
  unsigned dimension = 0;
  for (std::size_t at = 0; at <= text.size(); ++dimension) {
    if (dimension == 3)
      return usage_error(fmt::format("{} {}: there are at most three dimensions", option, text));
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const Result<std::uint64_t> size = parse_size(text.substr(at, comma - at));
    if (!size) return usage_error(fmt::format("{} {}: {}", option, text, size.error().message));
    if (*size == 0) return usage_error(fmt::format("{} {}: every dimension needs at least 1", option, text));
    extents.size[dimension] = *size;
    at = comma + 1;
  }
  extents.dimensions = dimension;
  return extents;
}

}  // namespace lockstep::cli
