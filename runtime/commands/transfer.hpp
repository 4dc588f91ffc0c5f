// Reads, writes, copies and fills of a buffer: one range of bytes, or the rows of a box.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "runtime/objects/memory.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

using Triple = std::array<std::size_t, 3>;

// A box in a buffer or in the program's memory; a plain range is a box of one row.
struct Box {
  Triple origin{};  // bytes, rows, slices
  std::size_t row_pitch = 0, slice_pitch = 0;

  std::size_t begin() const { return origin[0] + origin[1] * row_pitch + origin[2] * slice_pitch; }
  std::size_t row(std::size_t y, std::size_t z) const { return begin() + y * row_pitch + z * slice_pitch; }
};

// Pitches of 0 are those of a box without gaps. An error: a pitch is too small, or the region is empty.
Outcome<Box> make_box(const size_t* origin, const Triple& region, std::size_t row_pitch,
                      std::size_t slice_pitch);
// The end of the last row; SIZE_MAX where it cannot be counted.
std::size_t end_of(const Box& box, const Triple& region);

// Executed in a command. `call` is the function's name.
void read(std::string_view call, _cl_mem& from, const Box& box, const Triple& region, std::byte* to,
          const Box& host);
void write(std::string_view call, _cl_mem& to, const Box& box, const Triple& region, const std::byte* from,
           const Box& host);
void copy(std::string_view call, _cl_mem& from, const Box& source, _cl_mem& to, const Box& target,
          const Triple& region);
void fill(std::string_view call, _cl_mem& to, std::size_t offset, std::size_t size,
          const std::vector<std::byte>& pattern);

}  // namespace lockstep::runtime
