// Images, which define how a kernel reads the bytes of a buffer as texels, and samplers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/result.hpp"
#include "core/plan/element.hpp"

namespace lockstep {

enum class ImageKind : std::uint8_t {
  image1d,
  image1d_buffer,
  image1d_array,
  image2d,
  image2d_array,
  image3d
};

// Channel orders and channel types are OpenCL's constants (CL_RGBA is 0x10B5, CL_FLOAT 0x10DE).
struct ImageFormat {
  std::uint32_t order = 0x10B5;
  std::uint32_t type = 0x10DE;
  bool operator==(const ImageFormat&) const = default;
  // 0 if the format is not supported.
  unsigned channels() const;
  unsigned texel_bytes() const;
  // The type in memory of a channel, or of the whole texel if its channels are packed. Half-precision
  // floats are uint16.
  ElementType element() const;
};

struct ImageDescription {
  ImageKind kind = ImageKind::image2d;
  std::uint64_t width = 1, height = 1, depth = 1;  // in texels; 1 for dimensions that the kind does not have
  std::uint64_t array_size = 1;                    // layers of an array
  std::uint64_t row_pitch = 0, slice_pitch = 0;    // bytes; 0: no gaps
  ImageFormat format;
  bool operator==(const ImageDescription&) const = default;

  std::uint64_t row_bytes() const { return row_pitch != 0 ? row_pitch : width * format.texel_bytes(); }
  // The distance from one slice or layer to the next.
  std::uint64_t slice_bytes() const { return slice_pitch != 0 ? slice_pitch : row_bytes() * height; }
  std::uint64_t slices() const { return depth * array_size; }
  std::uint64_t bytes() const { return slice_bytes() * slices(); }
  // The number of coordinates of a texel, including the layer of an array.
  unsigned coordinates() const;
};

unsigned coordinates_of(ImageKind kind);
std::string_view opencl_name(ImageKind kind);  // "image2d_t"
std::optional<ImageKind> parse_image_kind(std::string_view opencl_name);
// The names are those of the constants CL_… without the prefix, in lower case: "rgba", "unorm_int8".
std::optional<std::uint32_t> parse_channel_order(std::string_view name);
std::optional<std::uint32_t> parse_channel_type(std::string_view name);
std::string_view channel_order_name(std::uint32_t order);
std::string_view channel_type_name(std::uint32_t type);

// Checks that sizes, pitches and format are consistent, and that `buffer_bytes` are enough for all texels.
Result<void> validate(const ImageDescription& image, std::uint64_t buffer_bytes);

// The bits of sampler_t: CLK_NORMALIZED_COORDS_…, CLK_ADDRESS_… and CLK_FILTER_… in kernels.
struct SamplerBits {
  static constexpr std::uint32_t normalized = 1;
  static constexpr std::uint32_t address_mask = 0xE;
  static constexpr std::uint32_t clamp_to_edge = 2, clamp = 4, repeat = 6, mirrored_repeat = 8;
  static constexpr std::uint32_t nearest = 0x10, linear = 0x20;
};

}  // namespace lockstep
