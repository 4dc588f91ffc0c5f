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

// `at`: the bytes of the texel, as many as format.texel_bytes().
Texel load_texel(const std::byte* at, const ImageFormat& format, std::uint32_t one);
void store_texel(std::byte* at, const ImageFormat& format, const Texel& texel);
// The texel that is read outside an image, with an addressing mode that has a border.
Texel border_texel(const ImageFormat& format, std::uint32_t one);

}  // namespace lockstep::sim
