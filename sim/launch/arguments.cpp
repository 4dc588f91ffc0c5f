#include "sim/launch/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/plan/element.hpp"
#include "sim/machine/limits.hpp"

namespace lockstep::sim {
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

}  // namespace lockstep::sim
