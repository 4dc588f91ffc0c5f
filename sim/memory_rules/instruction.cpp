#include "sim/memory_rules/instruction.hpp"

namespace lockstep::sim {

namespace {

// Returns the bits that are set in any address or in the size. All addresses and the size are multiples of
// the lowest of these bits.
std::uint64_t address_bits(const WarpAccess& access, std::uint64_t active) {
  std::uint64_t bits = access.bytes;
  for_each_lane(active, [&](unsigned lane) { bits |= access.addresses[lane]; });
  return bits;
}

bool strictly_increasing(const WordInstruction& instruction, std::uint64_t lanes) {
  std::uint64_t previous = instruction.address(lowest_lane(lanes));
  bool increasing = true;
  for_each_lane(lanes & (lanes - 1), [&](unsigned lane) {
    increasing = increasing && instruction.address(lane) > previous;
    previous = instruction.address(lane);
  });
  return increasing;
}

}  // namespace

InstructionList instructions_of(const WarpAccess& access) {
  const std::size_t lanes = std::min<std::size_t>(access.addresses.size(), kMaxLanes);
  const std::uint64_t active = lanes == 0 ? 0 : access.active & lane_range(0, static_cast<unsigned>(lanes));
  if (active == 0 || access.bytes == 0) return {};
  const std::uint64_t bits = address_bits(access, active);
  const std::uint64_t alignment = bits & (~bits + 1);
  const auto width = static_cast<std::uint32_t>(std::min<std::uint64_t>(alignment, access.widest));
  return {
      .first = {.kind = access.kind, .width = width, .active = active, .addresses = access.addresses.data()},
      .count = access.bytes / width};
}

std::uint64_t take_round(const WordInstruction& instruction, std::uint64_t& pending) {
  std::uint64_t round = pending;
  if (!strictly_increasing(instruction, pending)) {
    round = 0;
    std::uint64_t rest = pending;
    while (rest != 0) {
      const std::uint64_t address = instruction.address(lowest_lane(rest));
      round |= rest & (~rest + 1);
      for_each_lane(rest, [&](unsigned lane) {
        if (instruction.address(lane) == address) rest &= ~lane_bit(lane);
      });
    }
  }
  pending &= ~round;
  return round;
}

}  // namespace lockstep::sim
