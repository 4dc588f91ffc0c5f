// Memory order and scope of atomics, fences and barriers, which are encoded in Instruction::target.
#pragma once

#include <cstdint>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// The values are those of the constants of OpenCL C. mem_fence is the fence of OpenCL 1.x, which has no
// argument for the order.
enum class MemoryOrder : std::uint8_t {
  relaxed = 0,
  consume = 1,
  acquire = 2,
  release = 3,
  acq_rel = 4,
  seq_cst = 5,
  mem_fence = 6
};

// Ordered from the narrowest scope to the widest; `device` includes all devices.
enum class MemoryScope : std::uint8_t { work_item, sub_group, work_group, device };

struct Ordering {
  MemoryOrder order = MemoryOrder::relaxed;
  MemoryOrder failure = MemoryOrder::relaxed;  // memory order if a compare-exchange fails
  MemoryScope scope = MemoryScope::device;
};

constexpr bool acquires(MemoryOrder order) {
  return order != MemoryOrder::relaxed && order != MemoryOrder::release;
}
constexpr bool releases(MemoryOrder order) { return order >= MemoryOrder::release; }

// Encodes an ordering for Instruction::target. The value 0 means relaxed order with device scope.
constexpr std::uint32_t pack(const Ordering& ordering) {
  return static_cast<std::uint32_t>(ordering.order) | static_cast<std::uint32_t>(ordering.failure) << 8 |
         (static_cast<std::uint32_t>(MemoryScope::device) - static_cast<std::uint32_t>(ordering.scope)) << 16;
}
constexpr Ordering ordering_of(const Instruction& instruction) {
  const std::uint32_t bits = instruction.target;
  return {static_cast<MemoryOrder>(bits & 0xFF), static_cast<MemoryOrder>(bits >> 8 & 0xFF),
          static_cast<MemoryScope>(static_cast<std::uint32_t>(MemoryScope::device) - (bits >> 16 & 0xFF))};
}

}  // namespace lockstep::sim
