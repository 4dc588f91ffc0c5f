// Reads, writes, copies, fills and maps memory objects: one range of bytes, or the rows of a box.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "runtime/objects/memory.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

// Sets the pitches of a box. Pitches of 0 mean that there are no gaps. Returns an error if a pitch is too
// small or the region is empty.
Outcome<Box> make_box(const size_t* origin, const Triple& region, std::size_t row_pitch,
                      std::size_t slice_pitch);
// Returns the end of the last row; SIZE_MAX on overflow.
std::size_t end_of(const Box& box, const Triple& region);

// Copies between boxes that do not overlap.
void copy_rows(const std::byte* from, const Box& source, std::byte* to, const Box& target,
               const Triple& region);

// The following functions are executed in a command. `call` is the name of the OpenCL function.
void read(std::string_view call, _cl_mem& from, const Box& box, const Triple& region, std::byte* to,
          const Box& host);
void write(std::string_view call, _cl_mem& to, const Box& box, const Triple& region, const std::byte* from,
           const Box& host);
void copy(std::string_view call, _cl_mem& from, const Box& source, _cl_mem& to, const Box& target,
          const Triple& region);
void fill(std::string_view call, _cl_mem& to, const Box& box, const Triple& region,
          const std::vector<std::byte>& pattern);
// `keeps`: whether the program receives the contents of the object.
void map(std::string_view call, _cl_mem& memory, const _cl_mem::Mapping& mapping, bool keeps);
void unmap(_cl_mem& memory, const _cl_mem::Mapping& mapping);

}  // namespace lockstep::runtime
