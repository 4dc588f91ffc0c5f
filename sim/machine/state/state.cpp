#include "sim/machine/state/state.hpp"

#include <cstring>

namespace lockstep::sim {
namespace {

// Hashes eight bytes per step, then the remaining bytes and the length. The quality is sufficient to
// distinguish states.
class Hasher {
 public:
  void add(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15u;
    hash_ ^= hash_ >> 29;
  }
  template <class Bytes>
  void add_bytes(const Bytes& bytes) {
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data() + at, 8);
      add(word);
    }
    std::uint64_t rest = 0;
    if (at < bytes.size()) std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
    add(rest);
    add(bytes.size());
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325u;
};

void add_frame(Hasher& hasher, const ControlFrame& frame) {
  hasher.add(static_cast<std::uint64_t>(frame.kind) << 33 | std::uint64_t{frame.split} << 32 | frame.pc);
  hasher.add(frame.other);
  hasher.add(frame.left);
  hasher.add(frame.continued);
  hasher.add(frame.matched);
}

void add_warp(Hasher& hasher, const Warp& warp) {
  hasher.add(static_cast<std::uint64_t>(warp.status) << 32 | warp.pc);
  hasher.add(warp.existing);
  hasher.add(warp.active);
  hasher.add(warp.finished);
  hasher.add(warp.stack.size());
  for (const ControlFrame& frame : warp.stack) add_frame(hasher, frame);
  for (const EarlyReturn& entry : warp.returns) {
    hasher.add(entry.pc);
    hasher.add(entry.lanes);
  }
  hasher.add(warp.copies);
  hasher.add_bytes(warp.registers);
  hasher.add_bytes(warp.private_memory);
  hasher.add_bytes(warp.private_written);
  hasher.add(warp.loops.turns);
}

void add_group(Hasher& hasher, const WorkGroupState& group) {
  hasher.add(group.group);
  hasher.add(group.turn);
  hasher.add(group.barriers);
  hasher.add_bytes(group.local_memory);
  hasher.add_bytes(group.local_written);
  for (const Warp& warp : group.warps) add_warp(hasher, warp);
}

}  // namespace

std::uint64_t MachineState::register_bits(const Warp& warp, Register reg, LaneType type,
                                          unsigned lane) const {
  const std::size_t size = size_bytes(type);
  const std::size_t at = std::size_t{reg} * 8 * warp_width + lane * size;
  std::uint64_t bits = 0;
  std::memcpy(&bits, warp.registers.data() + at, size);
  return bits;
}

std::uint64_t hash(const MachineState& state) {
  Hasher hasher;
  hasher.add(state.launch);
  hasher.add(state.executed);
  hasher.add(state.current_warp);
  hasher.add(state.changes);
  add_group(hasher, state.group);
  for (const WorkGroupState& group : state.waiting) add_group(hasher, group);
  for (const auto& buffer : state.buffers) hasher.add_bytes(buffer);
  for (const auto& written : state.buffer_written) hasher.add_bytes(written);
  return hasher.value();
}

std::vector<std::vector<std::byte>> buffers_of(const MachineState& state) {
  return {state.buffers.begin(), state.buffers.end()};
}

std::vector<std::vector<std::byte>> take_buffers(MachineState& state) {
  std::vector<std::vector<std::byte>> buffers;
  for (auto& buffer : state.buffers) buffers.push_back(buffer.take());
  state.buffers.clear();
  return buffers;
}

}  // namespace lockstep::sim
