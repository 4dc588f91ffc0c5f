// Images: texels from and to the bytes of a buffer, by the rules of the OpenCL C specification, 8.2 to 8.4.
// What lies outside of an image without an addressing mode, and a write outside of it, is a finding.
#include "sim/bytecode/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/bytecode/half_bits.hpp"
#include "sim/machine/findings.hpp"
#include "sim/machine/handlers/lanes.hpp"

namespace lockstep::sim {
namespace {

using TexelPlace = std::array<std::int64_t, 3>;  // x, y and z; the layer of an array is its last coordinate
using Texel = std::array<std::uint32_t, 4>;      // red, green, blue, alpha: the bits of floats or integers

std::uint32_t bits_of_float(float value) { return std::bit_cast<std::uint32_t>(value); }

enum ChannelNumber : std::uint32_t {
  snorm_int8 = 0x10D0,
  snorm_int16,
  unorm_int8,
  unorm_int16,
  unorm_short_565,
  unorm_short_555,
  unorm_int_101010,
  signed_int8,
  signed_int16,
  signed_int32,
  unsigned_int8,
  unsigned_int16,
  unsigned_int32,
  half_float,
  float_,
};

template <class T>
T bytes_at(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// The bits of a channel as reads give them.
std::uint32_t channel_at(const std::byte* at, std::uint32_t type) {
  const auto signed_bits = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  switch (type) {
    case snorm_int8:
      return bits_of_float(std::max(static_cast<float>(bytes_at<std::int8_t>(at)) / 127.0f, -1.0f));
    case snorm_int16:
      return bits_of_float(std::max(static_cast<float>(bytes_at<std::int16_t>(at)) / 32767.0f, -1.0f));
    case unorm_int8:
      return bits_of_float(static_cast<float>(bytes_at<std::uint8_t>(at)) / 255.0f);
    case unorm_int16:
      return bits_of_float(static_cast<float>(bytes_at<std::uint16_t>(at)) / 65535.0f);
    case signed_int8:
      return signed_bits(bytes_at<std::int8_t>(at));
    case signed_int16:
      return signed_bits(bytes_at<std::int16_t>(at));
    case unsigned_int8:
      return bytes_at<std::uint8_t>(at);
    case unsigned_int16:
      return bytes_at<std::uint16_t>(at);
    case half_float:
      return bits_of_float(half::value_of(bytes_at<std::uint16_t>(at)));
    default:
      return bytes_at<std::uint32_t>(at);
  }
}

// A number below 0 becomes 0, one above the greatest the greatest; ties go to the even number.
std::int64_t saturated_channel(float value, float scale, std::int64_t least, std::int64_t most) {
  const float scaled = value * scale;
  if (std::isnan(scaled)) return 0;
  return std::clamp(static_cast<std::int64_t>(std::nearbyint(
                        std::clamp(scaled, static_cast<float>(least), static_cast<float>(most)))),
                    least, most);
}

template <class T>
void put_bytes(std::byte* at, std::int64_t value) {
  const auto narrow = static_cast<T>(value);
  std::memcpy(at, &narrow, sizeof narrow);
}

template <class T>
std::int64_t clamped_channel(std::int64_t value) {
  return std::clamp<std::int64_t>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

void put_channel(std::byte* at, std::uint32_t type, std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  const std::int64_t number = static_cast<std::int32_t>(bits);
  switch (type) {
    case snorm_int8:
      return put_bytes<std::int8_t>(at, saturated_channel(value, 127.0f, -128, 127));
    case snorm_int16:
      return put_bytes<std::int16_t>(at, saturated_channel(value, 32767.0f, -32768, 32767));
    case unorm_int8:
      return put_bytes<std::uint8_t>(at, saturated_channel(value, 255.0f, 0, 255));
    case unorm_int16:
      return put_bytes<std::uint16_t>(at, saturated_channel(value, 65535.0f, 0, 65535));
    case signed_int8:
      return put_bytes<std::int8_t>(at, clamped_channel<std::int8_t>(number));
    case signed_int16:
      return put_bytes<std::int16_t>(at, clamped_channel<std::int16_t>(number));
    case unsigned_int8:
      return put_bytes<std::uint8_t>(at, clamped_channel<std::uint8_t>(bits));
    case unsigned_int16:
      return put_bytes<std::uint16_t>(at, clamped_channel<std::uint16_t>(bits));
    case half_float:
      return put_bytes<std::uint16_t>(at, half::bits_of(static_cast<double>(value)));
    default:
      std::memcpy(at, &bits, sizeof bits);
  }
}

// Packed formats: bits of red, green and blue, red first.
struct Packing {
  unsigned red_shift, red_bits, green_shift, green_bits, blue_bits;
};
constexpr Packing packing_of(std::uint32_t type) {
  if (type == unorm_short_565) return {11, 5, 5, 6, 5};
  if (type == unorm_short_555) return {10, 5, 5, 5, 5};
  return {20, 10, 10, 10, 10};
}
constexpr bool is_packed(std::uint32_t type) { return type >= unorm_short_565 && type <= unorm_int_101010; }

// Where red, green, blue and alpha are in memory: an index of a channel, or 4 for 0 and 5 for 1.
std::array<unsigned, 4> channel_places(std::uint32_t order) {
  constexpr unsigned zero = 4, one = 5;
  switch (order) {
    case 0x10B1:  // A
      return {zero, zero, zero, 0};
    case 0x10B2:  // RG
    case 0x10BB:
      return {0, 1, zero, one};
    case 0x10B3:  // RA
      return {0, zero, zero, 1};
    case 0x10B4:  // RGB
    case 0x10BC:
      return {0, 1, 2, one};
    case 0x10B5:  // RGBA
      return {0, 1, 2, 3};
    case 0x10B6:  // BGRA
      return {2, 1, 0, 3};
    case 0x10B7:  // ARGB
      return {1, 2, 3, 0};
    case 0x10C3:  // ABGR
      return {3, 2, 1, 0};
    case 0x10B8:  // INTENSITY
      return {0, 0, 0, 0};
    case 0x10B9:  // LUMINANCE
      return {0, 0, 0, one};
    default:  // R, Rx
      return {0, zero, zero, one};
  }
}

// Outside, alpha is 1 where the format has none of its own and no x.
bool border_is_opaque(std::uint32_t order) {
  return order == 0x10B0 || order == 0x10B2 || order == 0x10B4 || order == 0x10B9;
}

// One image and the lane's access of it.
class Image {
 public:
  Image(const ImageDescription& about, std::byte* data, bool reads_floats)
      : about_(about), data_(data), one_(reads_floats ? bits_of_float(1.0f) : 1) {
    const unsigned coordinates = about.coordinates();
    extent_ = {static_cast<std::int64_t>(about.width), 1, 1};
    if (coordinates == 2)
      extent_[1] =
          static_cast<std::int64_t>(about.kind == ImageKind::image1d_array ? about.array_size : about.height);
    if (coordinates == 3) {
      extent_[1] = static_cast<std::int64_t>(about.height);
      extent_[2] = static_cast<std::int64_t>(about.slices());
    }
  }

  const ImageDescription& about() const { return about_; }
  std::int64_t extent(std::size_t axis) const { return extent_[axis]; }
  // Of the axes, how many are addressed by the sampler; the layer of an array is not.
  unsigned axes() const {
    const bool is_array = about_.kind == ImageKind::image1d_array || about_.kind == ImageKind::image2d_array;
    return about_.coordinates() - (is_array ? 1 : 0);
  }
  bool is_inside(const TexelPlace& place) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (place[axis] < 0 || place[axis] >= extent_[axis]) return false;
    return true;
  }
  std::uint64_t offset(const TexelPlace& place) const {
    const bool rows_are_layers = about_.kind == ImageKind::image1d_array;
    const auto x = static_cast<std::uint64_t>(place[0]), y = static_cast<std::uint64_t>(place[1]),
               z = static_cast<std::uint64_t>(place[2]);
    return x * about_.format.texel_bytes() +
           y * (rows_are_layers ? about_.slice_bytes() : about_.row_bytes()) + z * about_.slice_bytes();
  }

  Texel read(const TexelPlace& place) const {
    if (!is_inside(place)) return {0, 0, 0, border_is_opaque(about_.format.order) ? one_ : 0};
    const std::byte* at = data_ + offset(place);
    const std::uint32_t type = about_.format.type;
    std::array<std::uint32_t, 6> channels{0, 0, 0, 0, 0, one_};
    if (is_packed(type)) {
      const Packing bits = packing_of(type);
      const std::uint32_t word =
          type == unorm_int_101010 ? bytes_at<std::uint32_t>(at) : bytes_at<std::uint16_t>(at);
      const auto part = [&](unsigned shift, unsigned count) {
        const std::uint32_t most = (1u << count) - 1;
        return bits_of_float(static_cast<float>(word >> shift & most) / static_cast<float>(most));
      };
      channels[0] = part(bits.red_shift, bits.red_bits);
      channels[1] = part(bits.green_shift, bits.green_bits);
      channels[2] = part(0, bits.blue_bits);
    } else {
      const unsigned count = about_.format.channels();
      const unsigned bytes = about_.format.texel_bytes() / count;
      for (unsigned i = 0; i < count; ++i) channels[i] = channel_at(at + i * bytes, type);
    }
    Texel texel{};
    const auto places = channel_places(about_.format.order);
    for (std::size_t i = 0; i < 4; ++i) texel[i] = channels[places[i]];
    return texel;
  }

  void write(const TexelPlace& place, const Texel& texel) const {
    std::byte* at = data_ + offset(place);
    const std::uint32_t type = about_.format.type;
    if (is_packed(type)) {
      const Packing bits = packing_of(type);
      const auto part = [&](std::size_t i, unsigned count) {
        const std::uint32_t most = (1u << count) - 1;
        return static_cast<std::uint32_t>(
            saturated_channel(std::bit_cast<float>(texel[i]), static_cast<float>(most), 0, most));
      };
      const std::uint32_t word = part(0, bits.red_bits) << bits.red_shift |
                                 part(1, bits.green_bits) << bits.green_shift | part(2, bits.blue_bits);
      if (type == unorm_int_101010) return put_bytes<std::uint32_t>(at, word);
      return put_bytes<std::uint16_t>(at, word);
    }
    const unsigned count = about_.format.channels();
    const unsigned bytes = about_.format.texel_bytes() / count;
    const auto places = channel_places(about_.format.order);
    for (std::size_t i = 4; i-- > 0;)
      if (places[i] < count) put_channel(at + places[i] * bytes, type, texel[i]);
  }

 private:
  const ImageDescription& about_;
  std::byte* data_;
  std::uint32_t one_;
  std::array<std::int64_t, 3> extent_{};
};

// A coordinate beyond what an integer holds is outside of every image.
std::int64_t whole_coordinate(float value) {
  constexpr float kFar = 1e9f;
  return std::isnan(value) ? 0 : static_cast<std::int64_t>(std::floor(std::clamp(value, -kFar, kFar)));
}

// The texels of one axis between which a linear filter interpolates, and the share of the second. For the
// nearest texel, both are the same.
struct TexelSpan {
  std::int64_t first = 0, second = 0;
  float share = 0;
};

std::int64_t addressed_texel(std::int64_t at, std::int64_t size, std::uint32_t mode) {
  if (mode == SamplerBits::clamp_to_edge) return std::clamp<std::int64_t>(at, 0, size - 1);
  if (mode == SamplerBits::clamp) return std::clamp<std::int64_t>(at, -1, size);
  return at;
}

TexelSpan span_of(float coordinate, std::int64_t size, std::uint32_t sampler) {
  const std::uint32_t mode = sampler & SamplerBits::address_mask;
  const bool is_linear = (sampler & SamplerBits::linear) != 0;
  const auto extent = static_cast<float>(size);
  float u = coordinate;
  if (mode == SamplerBits::repeat) {
    u = (coordinate - std::floor(coordinate)) * extent;
  } else if (mode == SamplerBits::mirrored_repeat) {
    u = std::fabs(coordinate - 2.0f * std::rint(0.5f * coordinate)) * extent;
  } else if ((sampler & SamplerBits::normalized) != 0) {
    u = coordinate * extent;
  }
  if (!is_linear) {
    std::int64_t at = whole_coordinate(u);
    if (mode == SamplerBits::repeat && at > size - 1) at -= size;
    if (mode == SamplerBits::mirrored_repeat) at = std::min(at, size - 1);
    at = addressed_texel(at, size, mode);
    return {at, at, 0};
  }
  TexelSpan span;
  span.first = whole_coordinate(u - 0.5f);
  span.second = span.first + 1;
  span.share = (u - 0.5f) - std::floor(u - 0.5f);
  if (mode == SamplerBits::repeat) {
    if (span.first < 0) span.first += size;
    if (span.second > size - 1) span.second -= size;
  } else if (mode == SamplerBits::mirrored_repeat) {
    span.first = std::max<std::int64_t>(span.first, 0);
    span.second = std::min(span.second, size - 1);
  } else {
    span.first = addressed_texel(span.first, size, mode);
    span.second = addressed_texel(span.second, size, mode);
  }
  return span;
}

// The operands of one lane.
struct ImageOperands {
  const Execution& x;
  const std::byte* first;
  unsigned lane;

  template <class T>
  T get(std::size_t index) const {
    return get_lane<T>(first + index * 8 * x.width, lane);
  }
};

void report_texel(Execution& x, Finding::Kind kind, const Image& image, std::uint32_t object,
                  const TexelPlace& place, unsigned lane, bool is_store) {
  report(x, key_of_access(x, kind, Space::global, object, is_store), 1, [&] {
    const unsigned count = image.about().coordinates();
    const auto tuple = [&](auto value_of, const char* separator) {
      std::string text;
      for (std::size_t axis = 0; axis < count; ++axis)
        text += fmt::format("{}{}", axis == 0 ? "" : separator, value_of(axis));
      return text;
    };
    const std::uint64_t item = x.work_item(x.state.current_warp, lane);
    Finding finding;
    finding.space = Space::global;
    finding.object = object;
    finding.first = party(x, item, x.pc);
    finding.first.is_store = is_store;
    finding.message = fmt::format(
        "work-item {} {} texel ({}) of image {} at line {}, {}", item, is_store ? "writes" : "reads",
        tuple([&](std::size_t axis) { return place[axis]; }, ", "), x.launch->global_objects[object].name,
        x.range(x.pc).line,
        kind == Finding::Kind::uninitialised_read
            ? std::string("but no work-item has written it before")
            : fmt::format("which is outside: the image has {} texels{}",
                          tuple([&](std::size_t axis) { return image.extent(axis); }, " × "),
                          is_store ? "" : "; a sampler with an addressing mode reads what is there"));
    return finding;
  });
}

struct TexelAccess {
  Execution& x;
  const Image& image;
  std::uint32_t object;
  unsigned lane;

  bool is_written(const TexelPlace& place) const {
    const auto& map = x.state.buffer_written[object - 1];
    if (map.empty()) return true;
    const auto begin = map.begin() + static_cast<std::ptrdiff_t>(image.offset(place));
    return std::all_of(begin, begin + image.about().format.texel_bytes(),
                       [](std::uint8_t w) { return w != 0; });
  }

  Texel read(const TexelPlace& place, bool may_be_outside) const {
    const bool inside = image.is_inside(place);
    if (!inside && !may_be_outside)
      report_texel(x, Finding::Kind::out_of_bounds, image, object, place, lane, false);
    if (inside && !is_written(place))
      report_texel(x, Finding::Kind::uninitialised_read, image, object, place, lane, false);
    return image.read(place);
  }

  void write(const TexelPlace& place, const Texel& texel) const {
    if (!image.is_inside(place))
      return report_texel(x, Finding::Kind::out_of_bounds, image, object, place, lane, true);
    const std::uint64_t offset = image.offset(place);
    const unsigned bytes = image.about().format.texel_bytes();
    std::array<std::byte, 16> before{};
    const std::byte* const at = x.state.buffers[object - 1].data() + offset;
    std::memcpy(before.data(), at, bytes);
    image.write(place, texel);
    if (x.state.counts_changes && std::memcmp(before.data(), at, bytes) != 0) x.note_change();
    auto& map = x.state.buffer_written[object - 1];
    if (!map.empty()) std::memset(map.write().data() + offset, 1, bytes);
  }
};

Texel interpolated(const TexelAccess& access, const std::array<TexelSpan, 3>& spans, bool may_be_outside) {
  std::array<float, 4> sum{};
  for (unsigned corner = 0; corner < 8; ++corner) {
    float weight = 1;
    TexelPlace place{};
    bool is_needed = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool second = (corner >> axis & 1) != 0;
      place[axis] = second ? spans[axis].second : spans[axis].first;
      weight *= second ? spans[axis].share : 1 - spans[axis].share;
      // Axes without interpolation have one texel.
      is_needed = is_needed && !(second && spans[axis].share == 0);
    }
    if (!is_needed) continue;
    const Texel texel = access.read(place, may_be_outside);
    for (std::size_t i = 0; i < 4; ++i) sum[i] += weight * std::bit_cast<float>(texel[i]);
  }
  Texel result{};
  for (std::size_t i = 0; i < 4; ++i) result[i] = bits_of_float(sum[i]);
  return result;
}

Texel read_texel(const TexelAccess& access, const ImageOperation& operation, LaneType type,
                 const ImageOperands& operands) {
  const Image& image = access.image;
  const unsigned coordinates = image.about().coordinates();
  if (!operation.has_sampler) {
    TexelPlace place{};
    for (std::size_t axis = 0; axis < coordinates; ++axis) place[axis] = operands.get<std::int32_t>(1 + axis);
    return access.read(place, false);
  }
  std::uint32_t sampler = operands.get<std::uint32_t>(1);
  // Integers and integer coordinates are not interpolated.
  if (type != LaneType::float32 || !operation.float_coordinates) sampler &= ~SamplerBits::linear;
  std::array<TexelSpan, 3> spans{};
  for (std::size_t axis = 0; axis < coordinates; ++axis) {
    const float coordinate = operation.float_coordinates
                                 ? operands.get<float>(2 + axis)
                                 : static_cast<float>(operands.get<std::int32_t>(2 + axis));
    if (axis < image.axes()) {
      spans[axis] = span_of(coordinate, image.extent(axis), sampler);
    } else {
      const std::int64_t layer =
          std::clamp<std::int64_t>(whole_coordinate(std::rint(coordinate)), 0, image.extent(axis) - 1);
      spans[axis] = {layer, layer, 0};
    }
  }
  const bool may_be_outside = (sampler & SamplerBits::address_mask) != 0;
  if ((sampler & SamplerBits::linear) != 0) return interpolated(access, spans, may_be_outside);
  return access.read({spans[0].first, spans[1].first, spans[2].first}, may_be_outside);
}

std::array<std::uint64_t, 4> answer_of(const ImageDescription& about, ImageQuery query) {
  switch (query) {
    case ImageQuery::width:
      return {about.width};
    case ImageQuery::height:
      return {about.height};
    case ImageQuery::depth:
      return {about.depth};
    case ImageQuery::dimensions:
      return {about.width, about.height, about.depth * (about.kind == ImageKind::image3d ? 1 : 0), 0};
    case ImageQuery::array_size:
      return {about.array_size};
    case ImageQuery::channel_type:
      return {about.format.type};
    case ImageQuery::channel_order:
      break;
  }
  return {about.format.order};
}

void image_operation_of_lane(Execution& x, const Operation& op, unsigned lane) {
  const ImageOperands operands{x, x.registers + op.a, lane};
  const ImageOperation operation = image_operation(op.imm);
  const std::uint32_t object = object_of(operands.get<std::uint64_t>(0));
  const auto& buffers = x.setup.plan.buffers;
  if (object == 0 || object > buffers.size() || !buffers[object - 1].image) return;
  const ImageDescription& about = *buffers[object - 1].image;
  if (about.kind != operation.image) return;
  const LaneType type = op.instruction->type;
  auto& texels = x.state.buffers[object - 1];
  std::byte* const data = operation.kind == ImageOperation::Kind::write
                              ? texels.write().data()
                              : const_cast<std::byte*>(texels.data());
  const Image image(about, data, type == LaneType::float32);
  const TexelAccess access{x, image, object, lane};
  std::byte* dst = x.registers + op.dst;
  const std::size_t stride = std::size_t{8} * x.width;
  if (operation.kind == ImageOperation::Kind::read) {
    const Texel texel = read_texel(access, operation, type, operands);
    for (std::size_t i = 0; i < 4; ++i) put_lane<std::uint32_t>(dst + i * stride, lane, texel[i]);
  } else if (operation.kind == ImageOperation::Kind::query) {
    const auto answer = answer_of(about, operation.query);
    for (std::size_t i = 0; i < operation.results(); ++i) {
      if (type == LaneType::uint64)
        put_lane<std::uint64_t>(dst + i * stride, lane, answer[i]);
      else
        put_lane<std::uint32_t>(dst + i * stride, lane, static_cast<std::uint32_t>(answer[i]));
    }
  } else {
    const unsigned coordinates = about.coordinates();
    TexelPlace place{};
    for (std::size_t axis = 0; axis < coordinates; ++axis) place[axis] = operands.get<std::int32_t>(1 + axis);
    Texel texel{};
    for (std::size_t i = 0; i < 4; ++i) texel[i] = operands.get<std::uint32_t>(1 + coordinates + i);
    access.write(place, texel);
  }
}

void execute_image(Execution& x, const Operation& op) {
  for_each_lane(x.lanes, [&](unsigned lane) { image_operation_of_lane(x, op, lane); });
}

}  // namespace

Handlers image_handlers(const Instruction&, unsigned) { return {execute_image, execute_image}; }

}  // namespace lockstep::sim
