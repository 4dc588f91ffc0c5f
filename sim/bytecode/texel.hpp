// A texel in memory and as its four channels, by the rules of the OpenCL C specification, 8.2 and 8.3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/plan/image.hpp"

namespace lockstep::sim {

// Red, green, blue, alpha: the bits of floats, or of integers where the format has integers.
using Texel = std::array<std::uint32_t, 4>;

// The bits of 1 for a kernel that reads floats, or integers, used where the format has no alpha.
std::uint32_t one_of_texels(bool reads_floats);

// Reads and writes the texels of one format.
class TexelCodec {
 public:
  explicit TexelCodec(const ImageFormat& format);
  unsigned bytes() const { return bytes_; }  // of a texel
  // `one`: of one_of_texels.
  Texel load(const std::byte* at, std::uint32_t one) const;
  void store(std::byte* at, const Texel& texel) const;
  // The texel that is read outside an image, with an addressing mode that has a border.
  Texel border(std::uint32_t one) const;

 private:
  Texel load_packed(const std::byte* at, std::uint32_t one) const;
  void store_packed(std::byte* at, const Texel& texel) const;
  Texel arranged(const std::array<std::uint32_t, 6>& channels) const;

  std::uint32_t type_;
  unsigned bytes_, channels_;
  std::array<unsigned, 4> places_;  // of red, green, blue and alpha: a channel, or 4 for 0 and 5 for 1
  bool border_is_opaque_;           // the format has neither an alpha nor an x channel
};

}  // namespace lockstep::sim
