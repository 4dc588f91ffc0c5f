#include "cli/simulate/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>

#include "core/base/text.hpp"
#include "core/base/whole_file.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/plan/element.hpp"
#include "sim/machine/limits.hpp"

namespace lockstep::cli {
namespace {

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
    return usage_error(fmt::format("\"{}\" is not a type; write int, uint, float4, double …", text));
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
  if (*count > sim::kMostBufferBytes / (size_bytes(type->type) * type->stored()))
    return failure(fmt::format("\"{}\": too much memory; the simulator takes buffers up to {}", text,
                               bytes_text(sim::kMostBufferBytes)));
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
    return usage_error(
        fmt::format("\"{}\": the type has {}, not {}", text, plural(type->count, "component"), values));
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
      "\"{}\" is not an argument; write buffer:TYPE:COUNT=FILL, local:BYTES, scalar:TYPE=VALUE or null",
      text));
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
    if (*size == 0)
      return usage_error(fmt::format("{} {}: every dimension must be at least 1", option, text));
    extents.size[dimension] = *size;
    at = comma + 1;
  }
  extents.dimensions = dimension;
  return extents;
}

namespace {

using Kind = sim::Parameter::Kind;

std::string wanted(const sim::Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return "buffer:TYPE:COUNT=FILL or null";
    case Kind::local_buffer:
      return "local:BYTES";
    case Kind::value:
      return fmt::format("scalar:{}=VALUE", parameter.type_name);
    case Kind::structure:
      break;
  }
  return fmt::format("its {} bytes as values, such as scalar:int=VALUE,VALUE", parameter.bytes);
}

bool fits(const sim::Parameter& parameter, const ParsedArgument& argument) {
  const bool is_null = std::holds_alternative<NullArgument>(argument.argument);
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return argument.is_buffer || is_null;
    case Kind::local_buffer:
      return std::holds_alternative<LocalArgument>(argument.argument);
    case Kind::value:
    case Kind::structure:
      break;
  }
  const auto* scalar = std::get_if<ScalarArgument>(&argument.argument);
  return scalar && scalar->bytes.size() == parameter.bytes;
}

}  // namespace

Result<void> check_argument(std::size_t number, const sim::Parameter& parameter,
                            const ParsedArgument& argument, const std::string& text) {
  if (fits(parameter, argument)) return {};
  return usage_error(fmt::format("argument {} of the kernel is {} {}, so write {}; \"{}\" does not fit",
                                 number, parameter.type_name, parameter.name, wanted(parameter), text));
}

namespace {

// A decimal or 0x number; from_chars takes neither a sign before hex digits nor "inf" of another language.
template <class T>
bool parse_number(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  if constexpr (std::is_floating_point_v<T>) {
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
  } else {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const auto [stop, error] = std::from_chars(text.data() + (hex ? 2 : 0), end, value, hex ? 16 : 10);
    return error == std::errc() && stop == end;
  }
}

bool is_separator(char c) { return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Result<std::vector<std::byte>> parse_csv(const std::string& text, ElementType type, const std::string& path) {
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at < text.size();) {
    if (is_separator(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !is_separator(text[end])) ++end;
    const Result<void> number = append_number(bytes, std::string_view(text).substr(at, end - at), type);
    if (!number) return usage_error(fmt::format("{}: {}", path, number.error().message));
    at = end;
  }
  return bytes;
}

Result<void> fill_from_file(PlanBuffer& buffer, const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  std::vector<std::byte> bytes;
  if (path.ends_with(".csv")) {
    Result<std::vector<std::byte>> numbers = parse_csv(*text, buffer.type, path);
    if (!numbers) return tl::unexpected(numbers.error());
    bytes = std::move(*numbers);
  } else {
    for (const char c : *text) bytes.push_back(static_cast<std::byte>(c));
  }
  const std::uint64_t expected = buffer.bytes();
  if (bytes.size() != expected)
    return usage_error(fmt::format("{} holds {} bytes, but {} elements of {} are {} bytes", path,
                                   bytes.size(), buffer.elements, opencl_name(buffer.type), expected));
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return {};
}

Result<void> fill_with_number(PlanBuffer& buffer, const std::string& text) {
  std::vector<std::byte> element;
  if (const Result<void> number = append_number(element, text, buffer.type); !number) return number;
  const bool is_zero = std::ranges::all_of(element, [](std::byte b) { return b == std::byte{0}; });
  if (is_zero) buffer.role = PlanBuffer::Role::output;
  std::vector<std::byte> bytes(buffer.bytes());
  for (std::size_t at = 0; at < bytes.size(); at += element.size())
    std::memcpy(bytes.data() + at, element.data(), element.size());
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return {};
}

}  // namespace

Result<void> append_number(std::vector<std::byte>& bytes, std::string_view text, ElementType type) {
  return with_type(type, [&]<class T>() -> Result<void> {
    T value{};
    if (!parse_number(text, value))
      return usage_error(fmt::format("\"{}\" is not a number of type {}", text, opencl_name(type)));
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
    return {};
  });
}

Result<void> fill_buffer(PlanBuffer& buffer, const std::string& fill) {
  buffer.role = PlanBuffer::Role::input;
  if (fill == "iota") {
    buffer.content.pattern = Content::Pattern::iota;
    return {};
  }
  if (fill.starts_with("random")) {
    buffer.content.pattern = Content::Pattern::random;
    if (fill == "random") return {};
    std::uint64_t seed = 0;
    if (fill[6] != ':' || !parse_number(std::string_view(fill).substr(7), seed))
      return usage_error(fmt::format("\"{}\" is not a fill; write random:SEED with a whole number", fill));
    buffer.content.seed = seed;
    return {};
  }
  if (fill.starts_with("@")) return fill_from_file(buffer, fill.substr(1));
  return fill_with_number(buffer, fill);
}

}  // namespace lockstep::cli
