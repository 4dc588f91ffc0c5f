#include "sim/launch/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/text.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/plan/element.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::sim {
namespace {

// As every size of the program, and 1e3 and 64.0.
Result<std::uint64_t> parse_whole_size(const std::string& text) {
  const Result<std::uint64_t> size = parse_size(text);
  std::vector<std::byte> bytes;
  if (size || !append_number(bytes, text, ValueType{ElementType::uint64})) return size;
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

// C's own names for types that OpenCL C names with one word.
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
    return usage_error(fmt::format("\"{}\" is not a type; write int, uint, float4, double …", text));
  return ValueType{*type, static_cast<unsigned>(std::stoul(width)), is_half};
}

Result<PlanBuffer> make_buffer(const ValueType& type, std::uint64_t count) {
  if (count == 0) return usage_error("a buffer needs at least one element");
  if (count > kMostBufferBytes / (size_bytes(type.type) * type.stored()))
    return failure(
        fmt::format("too much memory; the simulator takes buffers up to {}", bytes_text(kMostBufferBytes)));
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
  // A list of a plain type is a structure: its members' values, one after another.
  if (count != type.count && type.count != 1)
    return usage_error(fmt::format("the type has {}, not {}", plural(type.count, "component"), count));
  if (type.count != 1) scalar.bytes.resize(type.stored() * size_bytes(type.type));
  return scalar;
}

namespace {

tl::unexpected<Error> in_argument(const std::string& text, const Error& error) {
  return tl::unexpected(Error{error.kind, fmt::format("\"{}\": {}", text, error.message)});
}

// Takes ":dump" or ":dump=FILE" from the end.
void take_dump(std::string& rest, ParsedArgument& parsed) {
  const std::size_t at = rest.rfind(":dump");
  if (at == std::string::npos) return;
  const std::string behind = rest.substr(at + 5);
  if (!behind.empty() && !behind.starts_with('=')) return;
  parsed.dump = true;
  if (!behind.empty()) parsed.dump_file = behind.substr(1);
  rest.resize(at);
}

Result<ParsedArgument> parse_buffer(const std::string& text, std::string rest) {
  ParsedArgument parsed;
  parsed.is_buffer = true;
  parsed.argument = BufferArgument{};
  take_dump(rest, parsed);
  const std::size_t equals = rest.find('=');
  const std::string shape = rest.substr(0, equals);
  const std::size_t colon = shape.find(':');
  if (colon == std::string::npos)
    return usage_error(
        fmt::format("\"{}\": write buffer:TYPE:COUNT=FILL, for example buffer:int:64=iota", text));
  const Result<ValueType> type = parse_value_type(shape.substr(0, colon));
  if (!type) return tl::unexpected(type.error());
  const Result<std::uint64_t> count = parse_whole_size(shape.substr(colon + 1));
  if (!count) return usage_error(fmt::format("\"{}\": {}", text, count.error().message));
  Result<PlanBuffer> buffer = make_buffer(*type, *count);
  if (!buffer) return in_argument(text, buffer.error());
  parsed.type = *type;
  parsed.buffer = std::move(*buffer);
  if (equals == std::string::npos) return parsed;
  const Result<void> filled = fill_buffer(parsed.buffer, *type, rest.substr(equals + 1));
  if (!filled) return tl::unexpected(filled.error());
  return parsed;
}

Result<ParsedArgument> parse_scalar(const std::string& text, const std::string& rest) {
  const std::size_t equals = rest.find('=');
  if (equals == std::string::npos)
    return usage_error(fmt::format("\"{}\": write scalar:TYPE=VALUE, for example scalar:uint=64", text));
  const Result<ValueType> type = parse_value_type(rest.substr(0, equals));
  if (!type) return tl::unexpected(type.error());
  Result<ScalarArgument> scalar = make_scalar(*type, rest.substr(equals + 1));
  if (!scalar) return in_argument(text, scalar.error());
  ParsedArgument parsed;
  parsed.type = *type;
  parsed.argument = std::move(*scalar);
  return parsed;
}

// The fill of an image is that of its channels, one after another.
ValueType channel_value(const ImageFormat& format) {
  ValueType value;
  value.type = format.element();
  value.is_half = channel_type_name(format.type) == "half_float";
  return value;
}

// 16x16x4, in the order width, height, depth or layers.
Result<std::vector<std::uint64_t>> parse_sizes(const std::string& text, const std::string& sizes) {
  std::vector<std::uint64_t> result;
  for (std::size_t at = 0; at <= sizes.size();) {
    const std::size_t end = std::min(sizes.find('x', at), sizes.size());
    const Result<std::uint64_t> size = parse_whole_size(sizes.substr(at, end - at));
    if (!size || *size == 0 || result.size() == 3)
      return usage_error(fmt::format("\"{}\": write the sizes of an image as WIDTHxHEIGHTxDEPTH", text));
    result.push_back(*size);
    at = end + 1;
  }
  return result;
}

Result<ParsedArgument> parse_image(const std::string& text, std::string rest) {
  ParsedArgument parsed;
  parsed.is_buffer = true;
  parsed.argument = BufferArgument{};
  take_dump(rest, parsed);
  const std::size_t equals = rest.find('=');
  const std::string shape = rest.substr(0, equals);
  const std::size_t first = shape.find(':'), second = shape.find(':', std::min(first, shape.size() - 1) + 1);
  if (first == std::string::npos || second == std::string::npos)
    return usage_error(fmt::format(
        "\"{}\": write image:ORDER:TYPE:SIZE=FILL, for example image:rgba:float:16x16=iota", text));
  const auto order = parse_channel_order(shape.substr(0, first));
  const auto type = parse_channel_type(shape.substr(first + 1, second - first - 1));
  if (!order || !type)
    return usage_error(
        fmt::format("\"{}\": write the order as r, rg, rgba, bgra … and the type as float, "
                    "unorm_int8, signed_int32 …, as OpenCL names them",
                    text));
  const auto sizes = parse_sizes(text, shape.substr(second + 1));
  if (!sizes) return tl::unexpected(sizes.error());
  ImageDescription image;
  image.format = {*order, *type};
  image.kind = sizes->size() == 1   ? ImageKind::image1d
               : sizes->size() == 2 ? ImageKind::image2d
                                    : ImageKind::image3d;
  image.width = sizes->at(0);
  if (sizes->size() > 1) image.height = sizes->at(1);
  if (sizes->size() > 2) image.depth = sizes->at(2);
  if (image.format.texel_bytes() == 0)
    return usage_error(fmt::format("\"{}\": images of this order and type are not supported", text));
  const std::uint64_t most = kMostBufferBytes / image.format.texel_bytes();
  if (image.width > most || image.height > most / image.width ||
      image.depth > most / image.width / image.height)
    return failure(fmt::format("\"{}\": too much memory; the simulator takes buffers up to {}", text,
                               bytes_text(kMostBufferBytes)));
  parsed.type = channel_value(image.format);
  parsed.buffer.type = parsed.type.type;
  parsed.buffer.elements = image.bytes() / size_bytes(parsed.type.type);
  parsed.buffer.role = PlanBuffer::Role::output;
  parsed.buffer.image = image;
  if (equals == std::string::npos) return parsed;
  const Result<void> filled = fill_buffer(parsed.buffer, parsed.type, rest.substr(equals + 1));
  if (!filled) return tl::unexpected(filled.error());
  return parsed;
}

Result<ParsedArgument> parse_sampler(const std::string& text, const std::string& words) {
  constexpr std::pair<std::string_view, std::uint32_t> kWords[] = {
      {"normalized", SamplerBits::normalized}, {"nearest", 0},
      {"linear", SamplerBits::linear},         {"none", 0},
      {"clamp", SamplerBits::clamp},           {"clamp-to-edge", SamplerBits::clamp_to_edge},
      {"repeat", SamplerBits::repeat},         {"mirrored-repeat", SamplerBits::mirrored_repeat}};
  std::uint32_t bits = 0;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    const auto* found = std::ranges::find(kWords, words.substr(at, end - at),
                                          &std::pair<std::string_view, std::uint32_t>::first);
    if (found == std::end(kWords))
      return usage_error(
          fmt::format("\"{}\": the words of a sampler are normalized, nearest, linear, none, clamp, "
                      "clamp-to-edge, repeat and mirrored-repeat",
                      text));
    bits |= found->second;
    at = end + 1;
  }
  if ((bits & SamplerBits::linear) == 0) bits |= SamplerBits::nearest;
  ParsedArgument parsed;
  parsed.argument = SamplerArgument{bits};
  return parsed;
}

}  // namespace

Result<void> fit_image(ParsedArgument& argument, const Parameter& parameter, const std::string& text) {
  if (parameter.kind != Parameter::Kind::image || !argument.buffer.image ||
      argument.buffer.image->kind == parameter.image)
    return {};
  ImageDescription& image = *argument.buffer.image;
  if (image.coordinates() != coordinates_of(parameter.image))
    return usage_error(
        fmt::format("\"{}\": {} needs {}, such as image:rgba:float:{}", text, opencl_name(parameter.image),
                    plural(coordinates_of(parameter.image), "size"),
                    std::string_view("16x16x4").substr(0, 3 * coordinates_of(parameter.image) - 1)));
  if (parameter.image == ImageKind::image1d_array) image.array_size = std::exchange(image.height, 1);
  if (parameter.image == ImageKind::image2d_array) image.array_size = std::exchange(image.depth, 1);
  image.kind = parameter.image;
  return {};
}

Result<ParsedArgument> parse_argument(const std::string& text) {
  if (text.starts_with("buffer:")) return parse_buffer(text, text.substr(7));
  if (text.starts_with("image:")) return parse_image(text, text.substr(6));
  if (text.starts_with("sampler:")) return parse_sampler(text, text.substr(8));
  if (text.starts_with("scalar:")) return parse_scalar(text, text.substr(7));
  ParsedArgument parsed;
  if (text.starts_with("local:")) {
    const Result<std::uint64_t> bytes = parse_whole_size(text.substr(6));
    if (!bytes) return usage_error(fmt::format("\"{}\": {}", text, bytes.error().message));
    parsed.argument = LocalArgument{*bytes};
    return parsed;
  }
  if (text == "null") {
    parsed.argument = NullArgument{};
    return parsed;
  }
  return usage_error(
      fmt::format("\"{}\" is not an argument; write buffer:TYPE:COUNT=FILL, local:BYTES, scalar:TYPE=VALUE, "
                  "image:ORDER:TYPE:SIZE=FILL, sampler:WORDS or null",
                  text));
}

namespace {

Result<Extents> parse_numbers(const std::string& option, const std::string& text, std::uint64_t least) {
  Extents extents;
  unsigned dimension = 0;
  for (std::size_t at = 0; at <= text.size(); ++dimension) {
    if (dimension == 3)
      return usage_error(fmt::format("{} {}: there are at most three dimensions", option, text));
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const Result<std::uint64_t> size = parse_whole_size(text.substr(at, comma - at));
    if (!size && text.find_first_of("xX*×") != std::string::npos)
      return usage_error(
          fmt::format("{} {}: separate the dimensions by commas, such as {} 64,4", option, text, option));
    if (!size) return usage_error(fmt::format("{} {}: {}", option, text, size.error().message));
    if (*size < least)
      return usage_error(fmt::format("{} {}: every dimension must be at least 1", option, text));
    extents.size[dimension] = *size;
    at = comma + 1;
  }
  extents.dimensions = dimension;
  return extents;
}

}  // namespace

Result<Extents> parse_extents(const std::string& option, const std::string& text) {
  return parse_numbers(option, text, 1);
}

Result<Extents> parse_offset(const std::string& option, const std::string& text) {
  return parse_numbers(option, text, 0);
}

namespace {

using Kind = Parameter::Kind;

}  // namespace

std::string wanted_argument(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return "buffer:TYPE:COUNT=FILL or null";
    case Kind::local_buffer:
      return "local:BYTES";
    case Kind::value:
      return fmt::format("scalar:{}=VALUE", parameter.type_name);
    case Kind::image:
      return "image:ORDER:TYPE:SIZE=FILL";
    case Kind::sampler:
      return "sampler:nearest,clamp-to-edge";
    case Kind::structure:
      break;
  }
  return fmt::format("its {} bytes as values, such as scalar:int=VALUE,VALUE", parameter.bytes);
}

namespace {

bool is_half(const Parameter& parameter) {
  return parameter.type == ElementType::uint16 && parameter.type_name.find("half") != std::string::npos;
}

// Integers of one size are the same for this purpose, signed or not.
bool same_values(const Parameter& parameter, const ValueType& type) {
  if (size_bytes(parameter.type) != size_bytes(type.type)) return false;
  return is_floating(parameter.type) == is_floating(type.type) && is_half(parameter) == type.is_half;
}

}  // namespace

bool fits(const Parameter& parameter, const ParsedArgument& argument) {
  const bool is_null = std::holds_alternative<NullArgument>(argument.argument);
  switch (parameter.kind) {
    case Kind::global_buffer:
    case Kind::constant_buffer:
      return (argument.is_buffer && !argument.buffer.image) || is_null;
    case Kind::local_buffer:
      return std::holds_alternative<LocalArgument>(argument.argument);
    case Kind::image:
      return argument.is_buffer && argument.buffer.image.has_value();
    case Kind::sampler:
      return std::holds_alternative<SamplerArgument>(argument.argument);
    case Kind::value:
    case Kind::structure:
      break;
  }
  const auto* scalar = std::get_if<ScalarArgument>(&argument.argument);
  if (!scalar || scalar->bytes.size() != parameter.bytes) return false;
  return parameter.kind == Kind::structure || same_values(parameter, argument.type);
}

namespace {

// What a note says about a buffer of other values than the kernel's pointer has; "" when they are the same. A
// pointer to void, to bytes or to a structure takes any.
std::string other_values(const Parameter& parameter, const ParsedArgument& argument) {
  const bool takes_any = parameter.is_record || size_bytes(parameter.type) == 1;
  if (!argument.is_buffer || argument.buffer.image || takes_any || same_values(parameter, argument.type))
    return {};
  return fmt::format("{} {} reads and writes the bytes of a buffer of {}", parameter.type_name,
                     parameter.name, argument.type.name());
}

}  // namespace

Result<std::string> check_argument(std::size_t number, const Parameter& parameter,
                                   const ParsedArgument& argument, const std::string& text) {
  if (!fits(parameter, argument))
    return usage_error(fmt::format("argument {} of the kernel is {} {}, so write {}; \"{}\" does not fit",
                                   number, parameter.type_name, parameter.name, wanted_argument(parameter),
                                   text));
  const std::string note = other_values(parameter, argument);
  return note.empty() ? note : fmt::format("argument {}: {}", number, note);
}

}  // namespace lockstep::sim
