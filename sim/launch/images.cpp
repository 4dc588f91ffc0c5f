// Converts typed images and samplers to images and samplers of a plan.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/plan/image.hpp"
#include "sim/launch/value_types.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::sim {
namespace {

// Parses sizes such as 16x16x4, in the order width, height, and depth or layers.
Result<std::vector<std::uint64_t>> parse_sizes(const std::string& text, const std::string& sizes) {
  std::vector<std::uint64_t> result;
  for (std::size_t at = 0; at <= sizes.size();) {
    const std::size_t end = std::min(sizes.find('x', at), sizes.size());
    const Result<std::uint64_t> size = parse_whole_size(sizes.substr(at, end - at));
    if (!size || *size == 0 || result.size() == 3)
      return usage_error(fmt::format("\"{}\": enter the sizes of an image as WIDTHxHEIGHTxDEPTH", text));
    result.push_back(*size);
    at = end + 1;
  }
  return result;
}

Result<ImageDescription> parse_image(const std::string& text) {
  const std::string shape = text.substr(std::string_view("image:").size());
  const std::size_t first = shape.find(':'), second = shape.find(':', std::min(first, shape.size() - 1) + 1);
  if (first == std::string::npos || second == std::string::npos)
    return usage_error(fmt::format(
        "\"{}\" is not valid; enter image:ORDER:TYPE:SIZE=FILL, for example image:rgba:float:16x16=iota",
        text));
  const auto order = parse_channel_order(shape.substr(0, first));
  const auto type = parse_channel_type(shape.substr(first + 1, second - first - 1));
  if (!order || !type)
    return usage_error(
        fmt::format("\"{}\": enter the order as r, rg, rgba, bgra … and the type as float, "
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
  return image;
}

}  // namespace

ValueType channel_value(const ImageFormat& format) {
  ValueType value;
  value.type = format.element();
  value.is_half = channel_type_name(format.type) == "half_float";
  return value;
}

Result<PlanBuffer> make_image(const std::string& type) {
  const Result<ImageDescription> image = parse_image(type);
  if (!image) return tl::unexpected(image.error());
  if (image->format.texel_bytes() == 0)
    return usage_error(fmt::format("\"{}\": images of this order and type are not supported", type));
  const std::uint64_t most = kMaxBufferBytes / image->format.texel_bytes();
  if (image->width > most || image->height > most / image->width ||
      image->depth > most / image->width / image->height)
    return failure(fmt::format("\"{}\": too much memory; the simulator takes buffers up to {}", type,
                               bytes_text(kMaxBufferBytes)));
  PlanBuffer buffer;
  buffer.type = image->format.element();
  buffer.elements = image->bytes() / size_bytes(buffer.type);
  buffer.role = PlanBuffer::Role::output;
  buffer.image = *image;
  return buffer;
}

Result<SamplerArgument> make_sampler(const std::string& words) {
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
      return usage_error(fmt::format(
          "\"sampler:{}\": the words of a sampler must be normalized, nearest, linear, none, clamp, "
          "clamp-to-edge, repeat or mirrored-repeat",
          words));
    bits |= found->second;
    at = end + 1;
  }
  if ((bits & SamplerBits::linear) == 0) bits |= SamplerBits::nearest;
  return SamplerArgument{bits};
}

}  // namespace lockstep::sim
