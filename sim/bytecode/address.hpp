// 64-bit addresses that contain their address space and object:
// [63:60] space  [59:40] object  [39:0] offset + 2^39
// Because of the bias, an address computed with a negative index still contains the number of its own object,
// so messages name the correct object. The null address is 0. Each object starts at a multiple of 2^39, so an
// offset and its address have the same alignment.
//
// Object numbers in each space (an access outside its object is a finding):
//   global    plan buffer i is i + 1. Program::global_variables[i] is kFirstProgramVariable + i in a Program;
//             a machine creates a buffer for it
//   constant  Program::constant_objects[i] is kFirstConstant + i; plan buffer i is i + 1
//   local     0: the entire local memory of the group; Program::local_variables[i] is i + 1, with offsets
//             relative to the start of the variable; parameter p of the kernel (a local pointer) is
//             local_variables.size() + 1 + p
//   private   0: the entire private memory of the lane; Program::private_objects[i] is i + 1, with offsets
//             relative to the start of the object
#pragma once

#include <cstdint>

namespace lockstep::sim {

enum class Space : std::uint8_t { null = 0, private_ = 1, local = 2, global = 3, constant = 4 };

inline constexpr std::uint32_t kFirstConstant = 0x80000;
inline constexpr std::uint32_t kFirstProgramVariable = 0x80000;

inline constexpr std::uint64_t kOffsetBias = std::uint64_t{1} << 39;

inline constexpr unsigned kSpaceShift = 60;

constexpr std::uint64_t make_address(Space space, std::uint32_t object, std::int64_t offset) {
  return (std::uint64_t{static_cast<std::uint8_t>(space)} << kSpaceShift) | (std::uint64_t{object} << 40) |
         ((kOffsetBias + static_cast<std::uint64_t>(offset)) & ((std::uint64_t{1} << 40) - 1));
}
constexpr Space space_of(std::uint64_t address) { return static_cast<Space>(address >> kSpaceShift); }
constexpr std::uint32_t object_of(std::uint64_t address) {
  return static_cast<std::uint32_t>(address >> 40) & 0xFFFFFu;
}
constexpr std::int64_t offset_of(std::uint64_t address) {
  return static_cast<std::int64_t>(address & ((std::uint64_t{1} << 40) - 1)) -
         static_cast<std::int64_t>(kOffsetBias);
}

}  // namespace lockstep::sim
