// The shape of an access, that is, the distances between the addresses of a warp's lanes. An instruction of a
// kernel usually accesses memory in the same few shapes at different addresses. The properties that depend on
// the shape alone (whether the lanes are neighbours, the range of the addresses, the cost of the access) are
// therefore computed once and kept.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

// Consecutive active lanes. Either all of them access one address, or each accesses the bytes directly after
// the bytes of the previous lane.
struct LaneStretch {
  std::uint8_t first = 0, count = 0;
  bool is_same = false;
  std::int64_t distance = 0;  // distance of the first lane
};

struct AccessShape {
  static constexpr std::size_t kMaxStretches = 8;

  std::uint64_t number = 0;  // unique in this process; 0: no shape
  std::uint32_t place = 0;   // index in the table that contains it
  std::uint32_t bytes = 0;   // per lane
  std::uint64_t active = 0;
  std::int64_t lowest = 0, highest = 0;  // distances
  std::uint64_t low_bits = 0;            // the union of the bits of all distances
  std::uint32_t stretch_count = 0;       // 0: more than kMaxStretches
  std::array<LaneStretch, kMaxStretches> stretches;
  // By lane. `distance`: the distance from the address of the lowest active lane; 0 for inactive lanes.
  // `mask`: all bits are set for active lanes.
  std::array<std::uint64_t, kMaxLanes> distance, mask;

  bool is_consecutive() const { return stretch_count == 1 && !stretches[0].is_same; }
  std::span<const LaneStretch> runs() const { return {stretches.data(), stretch_count}; }
};

// A table of the latest shapes of the accesses of each instruction of a program.
class ShapeTable {
 public:
  void reset(std::size_t instructions);
  bool is_empty() const { return entries_.empty(); }
  // Returns the shape of an access, or null if the accesses of the instruction rarely have the same shape.
  // The result is valid until the next call for this instruction. `active` must not be 0, and `bytes` must be
  // the same for all accesses of an instruction.
  const AccessShape* find(std::size_t instruction, const std::uint64_t* addresses, std::uint64_t active,
                          unsigned width, std::uint32_t bytes);

 private:
  static constexpr unsigned kShapeBits = 5;  // an instruction has at most 2^kShapeBits shapes
  struct Entry {
    // Each shape is stored at one of two neighbouring indices. The table is allocated when the first shape
    // is stored.
    std::vector<std::unique_ptr<AccessShape>> shapes;
    std::uint64_t found = 0, missed = 0;
    bool is_hopeless = false;
  };
  static AccessShape& make(Entry& entry, std::size_t slot);
  std::vector<Entry> entries_;
};

}  // namespace lockstep::sim
