#include "sim/bytecode/texel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/bytecode/half_bits.hpp"

namespace lockstep::sim {
namespace {

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

// Returns the bits of a channel as a read returns them.
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

// Scales, rounds to nearest even, and clamps to [least, most]. The magnitudes of the bounds must be less
// than 2^22.
std::int64_t saturated_channel(float value, float scale, std::int64_t least, std::int64_t most) {
  constexpr float kRounding = 12582912.0f;  // 1.5 * 2^23: adding it removes the fraction
  const float scaled = value * scale;
  if (std::isnan(scaled)) return 0;
  const float clamped = std::clamp(scaled, static_cast<float>(least), static_cast<float>(most));
  return static_cast<std::int64_t>(clamped + kRounding - kRounding);
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

// The bit positions of red, green and blue in a packed format, and their numbers of bits.
struct Packing {
  unsigned red_shift, red_bits, green_shift, green_bits, blue_bits;
};
constexpr Packing packing_of(std::uint32_t type) {
  if (type == unorm_short_565) return {11, 5, 5, 6, 5};
  if (type == unorm_short_555) return {10, 5, 5, 5, 5};
  return {20, 10, 10, 10, 10};
}
constexpr bool is_packed(std::uint32_t type) { return type >= unorm_short_565 && type <= unorm_int_101010; }

// Returns where red, green, blue and alpha are in memory: the index of a channel, 4 for the constant 0, or 5
// for the constant 1.
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

// Returns whether alpha is 1 outside the image, which is the case if the format has neither an alpha nor an
// x channel.
bool border_is_opaque(std::uint32_t order) {
  return order == 0x10B0 || order == 0x10B2 || order == 0x10B4 || order == 0x10B9;
}

}  // namespace

std::uint32_t one_of_texels(bool reads_floats) { return reads_floats ? bits_of_float(1.0f) : 1; }

TexelCodec::TexelCodec(const ImageFormat& format)
    : type_(format.type),
      bytes_(format.texel_bytes()),
      channels_(format.channels()),
      places_(channel_places(format.order)),
      border_is_opaque_(border_is_opaque(format.order)) {}

Texel TexelCodec::border(std::uint32_t one) const { return {0, 0, 0, border_is_opaque_ ? one : 0}; }

Texel TexelCodec::arranged(const std::array<std::uint32_t, 6>& channels) const {
  Texel texel{};
  for (std::size_t i = 0; i < 4; ++i) texel[i] = channels[places_[i]];
  return texel;
}

Texel TexelCodec::load(const std::byte* at, std::uint32_t one) const {
  if (is_packed(type_)) return load_packed(at, one);
  std::array<std::uint32_t, 6> channels{0, 0, 0, 0, 0, one};
  const unsigned step = bytes_ / channels_;
  for (unsigned i = 0; i < channels_; ++i) channels[i] = channel_at(at + i * step, type_);
  return arranged(channels);
}

Texel TexelCodec::load_packed(const std::byte* at, std::uint32_t one) const {
  const Packing bits = packing_of(type_);
  const std::uint32_t word =
      type_ == unorm_int_101010 ? bytes_at<std::uint32_t>(at) : bytes_at<std::uint16_t>(at);
  const auto part = [&](unsigned shift, unsigned count) {
    const std::uint32_t most = (1u << count) - 1;
    return bits_of_float(static_cast<float>(word >> shift & most) / static_cast<float>(most));
  };
  return arranged({part(bits.red_shift, bits.red_bits), part(bits.green_shift, bits.green_bits),
                   part(0, bits.blue_bits), 0, 0, one});
}

void TexelCodec::store(std::byte* at, const Texel& texel) const {
  if (is_packed(type_)) return store_packed(at, texel);
  const unsigned step = bytes_ / channels_;
  for (std::size_t i = 4; i-- > 0;)
    if (places_[i] < channels_) put_channel(at + places_[i] * step, type_, texel[i]);
}

void TexelCodec::store_packed(std::byte* at, const Texel& texel) const {
  const Packing bits = packing_of(type_);
  const auto part = [&](std::size_t i, unsigned count) {
    const std::uint32_t most = (1u << count) - 1;
    return static_cast<std::uint32_t>(
        saturated_channel(std::bit_cast<float>(texel[i]), static_cast<float>(most), 0, most));
  };
  const std::uint32_t word = part(0, bits.red_bits) << bits.red_shift |
                             part(1, bits.green_bits) << bits.green_shift | part(2, bits.blue_bits);
  if (type_ == unorm_int_101010) return put_bytes<std::uint32_t>(at, word);
  return put_bytes<std::uint16_t>(at, word);
}

}  // namespace lockstep::sim
