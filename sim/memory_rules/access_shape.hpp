// The distances between the addresses of a warp's lanes. An instruction of a kernel usually accesses memory
// in the same few shapes at different addresses; the properties that depend on the shape alone (whether the
// lanes are neighbours, the range of the addresses, the cost of the access) are computed once and kept.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

// Consecutive lanes, all active, either at one address or each directly after the bytes of the previous lane.
struct LaneStretch {
  std::uint8_t first = 0, count = 0;
  bool is_same = false;
  std::int64_t distance = 0;  // of the first lane
};

struct AccessShape {
  static constexpr std::size_t kMaxStretches = 8;

  std::uint64_t number = 0;  // unique in this process; 0: no shape
  std::uint32_t place = 0;   // index in its table
  std::uint32_t bytes = 0;   // per lane
  std::uint64_t active = 0;
  std::int64_t lowest = 0, highest = 0;  // distances
  std::uint64_t low_bits = 0;            // union of all distances
  std::uint32_t stretch_count = 0;       // 0: more than kMaxStretches
  std::array<LaneStretch, kMaxStretches> stretches;
  // `distance`: from the address of the lowest active lane, by lane; 0 for inactive lanes. `mask`: all bits
  // set for active lanes.
  std::array<std::uint64_t, kMaxLanes> distance, mask;

  bool is_consecutive() const { return stretch_count == 1 && !stretches[0].is_same; }
  std::span<const LaneStretch> runs() const { return {stretches.data(), stretch_count}; }
};

// The latest shapes of the accesses of a program's instructions.
class ShapeTable {
 public:
  void reset(std::size_t instructions);
  bool is_empty() const { return entries_.empty(); }
  // Null if an instruction's accesses rarely have the same shape. Valid until the next call for this
  // instruction. `active` is not 0, and `bytes` is the same for all accesses of an instruction.
  const AccessShape* find(std::size_t instruction, const std::uint64_t* addresses, std::uint64_t active,
                          unsigned width, std::uint32_t bytes);

 private:
  static constexpr unsigned kShapeBits = 5;  // number of bits of the number of shapes of an instruction
  struct Entry {
    // A shape is stored at one of two neighbouring indices; the table is allocated with the first shape.
    std::vector<std::unique_ptr<AccessShape>> shapes;
    std::uint64_t found = 0, missed = 0;
    bool is_hopeless = false;
  };
  static AccessShape& make(Entry& entry, std::size_t slot);
  std::vector<Entry> entries_;
};

}  // namespace lockstep::sim
