// How the addresses of a warp's lanes lie to each other. An instruction of a kernel mostly accesses memory in
// the same few shapes, at other places: what follows from the shape alone (whether the lanes are neighbours,
// how far they reach, what the access costs) is found once and kept.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/memory/access.hpp"

namespace lockstep::sim {

// Lanes that follow each other, all active, at one address or each behind the last one's bytes.
struct LaneStretch {
  std::uint8_t first = 0, count = 0;
  bool is_same = false;
  std::int64_t distance = 0;  // of its first lane
};

struct AccessShape {
  static constexpr std::size_t kMostStretches = 8;

  std::uint64_t number = 0;  // of no other shape in this process; 0: none
  std::uint32_t place = 0;   // in its table
  std::uint32_t bytes = 0;   // of one lane
  std::uint64_t active = 0;
  std::int64_t lowest = 0, highest = 0;  // distances
  std::uint64_t low_bits = 0;            // all distances together
  std::uint32_t stretch_count = 0;       // 0: more than kMostStretches
  std::array<LaneStretch, kMostStretches> stretches;
  // From the address of the lowest active lane, by lane; 0 where not active. `mask`: all bits where it is.
  std::array<std::uint64_t, kMaxLanes> distance, mask;

  bool is_consecutive() const { return stretch_count == 1 && !stretches[0].is_same; }
  std::span<const LaneStretch> runs() const { return {stretches.data(), stretch_count}; }
};

// The shapes of the accesses of a program's instructions, those that came last.
class ShapeTable {
 public:
  void reset(std::size_t instructions);
  bool is_empty() const { return entries_.empty(); }
  // Null where an instruction's accesses are hardly ever alike. Valid until the next call for this
  // instruction. `active` is not 0, and `bytes` the same for all accesses of an instruction.
  const AccessShape* find(std::size_t instruction, const std::uint64_t* addresses, std::uint64_t active,
                          unsigned width, std::uint32_t bytes);

 private:
  static constexpr unsigned kShapeBits = 5;  // of the number of shapes of an instruction
  struct Entry {
    // A shape is at one of two neighbouring places; the table is made with the first one.
    std::vector<std::unique_ptr<AccessShape>> shapes;
    std::uint64_t found = 0, missed = 0;
    bool is_hopeless = false;
  };
  static AccessShape& make(Entry& entry, std::size_t slot);
  std::vector<Entry> entries_;
};

}  // namespace lockstep::sim
