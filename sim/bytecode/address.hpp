// 64-bit addresses that contain their space and object:  [63:60] space  [59:40] object  [39:0] offset + 2^39.
// The bias keeps a negative index inside its own object, so that it is reported with the right object.
// Null is 0. Objects begin aligned to a multiple of 2^39, so alignment of the offset is alignment.
//
// Objects of each space (an access outside its object is a finding):
//   global    plan buffer i is i + 1. Program::global_variables[i] is kFirstProgramVariable + i in a Program;
//             a machine makes buffers of them
//   constant  Program::constant_objects[i] is kFirstConstant + i; plan buffer i is i + 1
//   local     0: all local memory of the group; Program::local_variables[i] is i + 1, offsets from its own
//             start; after those, parameter p of the kernel (a local pointer) is local_variables.size() + 1 +
//             p
//   private   0: all private memory of the lane; Program::private_objects[i] is i + 1, offsets from its own
//   start
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
