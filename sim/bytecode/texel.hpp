// Converts texels between memory and four channels (OpenCL C specification, Sections 8.2 and 8.3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/plan/image.hpp"

namespace lockstep::sim {

// Red, green, blue and alpha, as the bits of floats, or as the bits of integers if the format
// stores integers.
using Texel = std::array<std::uint32_t, 4>;

// Returns the bits of 1 as a float if the kernel reads floats, otherwise as an integer. This is the value of
// a missing alpha channel.
std::uint32_t one_of_texels(bool reads_floats);

// Reads and writes the texels of one format.
class TexelCodec {
 public:
  explicit TexelCodec(const ImageFormat& format);
  unsigned bytes() const { return bytes_; }  // size of a texel
  // `one` must be the result of one_of_texels().
  Texel load(const std::byte* at, std::uint32_t one) const;
  void store(std::byte* at, const Texel& texel) const;
  // Returns the texel that is read outside an image with an addressing mode that uses a border.
  Texel border(std::uint32_t one) const;

 private:
  Texel load_packed(const std::byte* at, std::uint32_t one) const;
  void store_packed(std::byte* at, const Texel& texel) const;
  Texel arranged(const std::array<std::uint32_t, 6>& channels) const;

  std::uint32_t type_;
  unsigned bytes_, channels_;
  std::array<unsigned, 4> places_;  // channel of red, green, blue and alpha; 4 means 0, 5 means 1
  bool border_is_opaque_;           // true if the format has no alpha or x channel
};

}  // namespace lockstep::sim
