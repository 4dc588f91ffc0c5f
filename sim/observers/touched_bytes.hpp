// Records which bytes of each buffer some work-groups of a launch read and wrote. If no byte that one part of
// a launch wrote was touched by another part, the result is the same as if the parts ran one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/observers/combining_atomics.hpp"

namespace lockstep::sim {

class TouchedBytes final : public Observer {
 public:
  // A bit for each byte of the buffer; empty if no byte was touched.
  struct Buffer {
    std::vector<std::uint64_t> read, written;
    // Bytes combined in the same way by atomic functions whose order makes no difference, if these are
    // distinguished; otherwise they count as read and written.
    std::vector<std::uint64_t> combined;
    Combining combining;
    std::uint32_t read_pc = 0, write_pc = 0;  // of the first read and write; combining atomics are both
    bool has_atomics = false;                 // among the writes; the bytes are then also read
  };

  explicit TouchedBytes(const Machine& machine, bool tells_combined = false);

  // Returns false if an access was executed that observers do not see, such as a misaligned access.
  bool complete() const { return complete_; }
  const std::vector<Buffer>& buffers() const { return buffers_; }  // by Plan::buffers index

  void reset();  // to the state in which nothing was touched
  void merge(const TouchedBytes& part);

  void on_access(const MachineState&, const Moment&, const Instruction&, const ObservedAccess&) override;
  void on_texel(const MachineState&, const Moment&, const ObservedTexel&) override;
  bool wants_texels() const override { return true; }
  bool count_again(const FindingKey& key, std::uint64_t occurrences) override;
  bool wants_instructions() const override { return false; }
  bool wants_branches() const override { return false; }

 private:
  // The bitmap of the buffer at an address; null: the address is in no buffer.
  std::vector<std::uint64_t>* bits_of(std::uint64_t address, AccessKind kind, std::uint32_t pc);

  bool add_combined(const Instruction& instruction, const WarpAccess& access, std::uint32_t pc);

  bool tells_combined_ = false;
  std::vector<std::size_t> words_;  // size of each buffer's bitmaps
  std::vector<Buffer> buffers_;
  bool complete_ = true;
};

// Returns whether the parts are independent: no byte that one part wrote was read or written by another part,
// and no byte that one part combined was touched by another part except by combining it in the same way.
// Returns false if a part did not see every access.
bool independent(std::span<const TouchedBytes* const> parts);

// Calls f(begin, end) for each stretch of bytes whose bits are set, in order.
template <class F>
void each_stretch(std::span<const std::uint64_t> bits, F f) {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::uint64_t begin = kNone;
  const auto set = [&](std::uint64_t at) { return (bits[at / 64] >> (at % 64) & 1) != 0; };
  for (std::uint64_t at = 0; at < bits.size() * 64;) {
    const std::uint64_t whole = begin == kNone ? 0 : ~std::uint64_t{0};
    if (at % 64 == 0 && bits[at / 64] == whole) {
      at += 64;
      continue;
    }
    if (set(at) && begin == kNone) begin = at;
    if (!set(at) && begin != kNone) {
      f(begin, at);
      begin = kNone;
    }
    ++at;
  }
  if (begin != kNone) f(begin, bits.size() * 64);
}

}  // namespace lockstep::sim
