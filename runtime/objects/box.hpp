// Boxes of bytes: slices of rows, in a memory object or in the program's memory.
#pragma once

#include <array>
#include <cstddef>

namespace lockstep::runtime {

using Triple = std::array<std::size_t, 3>;

// A box in a memory object or in the program's memory; a plain range is a box of one row.
struct Box {
  Triple origin{};  // byte, row and slice at which the box begins
  std::size_t row_pitch = 0, slice_pitch = 0;

  std::size_t begin() const { return origin[0] + origin[1] * row_pitch + origin[2] * slice_pitch; }
  std::size_t row(std::size_t y, std::size_t z) const { return begin() + y * row_pitch + z * slice_pitch; }
};

}  // namespace lockstep::runtime
