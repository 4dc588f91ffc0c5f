// Finds stale reads and writes sentences about them. A read is stale if a newer write overtook it and the two
// are not ordered.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/figure_rows/builder.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Decides which overtaken reads of one trace are stale. A read is stale if the trace has a data race between
// the line of the read and the line of the newer write, and no barrier of the group is between them.
class StaleJudge {
 public:
  explicit StaleJudge(const Trace& trace);  // the trace must outlive the judge
  // Returns the verdict if the read is stale. `object` is the array that was read, and `index` is
  // the element.
  std::optional<StaleVerdict> verdict(const OvertakenRead& read, const MemoryObject& object,
                                      std::uint64_t index) const;

 private:
  // Returns the latest moment before `before` at which the work-item read the element, or stored in it the
  // value that it still keeps.
  std::optional<std::uint64_t> find_read(const OvertakenRead& read, const MemoryObject& object,
                                         std::uint64_t index, std::uint64_t before) const;
  bool touches(std::uint64_t position, const OvertakenRead& read, const MemoryObject& object,
               std::uint64_t index) const;
  bool is_ordered(std::uint64_t read, std::uint64_t write) const;
  std::optional<std::uint32_t> race_between(std::uint64_t read, std::uint64_t write) const;

  const Trace& trace_;
  bool has_races_ = false;
};

// Returns the flat global id of the work-item in `lane` of the warp that executes at a position.
std::uint64_t work_item_at(const Trace& trace, std::uint64_t position, std::uint32_t lane);

// Returns a sentence such as "work-item 0 reads 9 from a[8] at line 28 before work-item 8 writes 44 there at
// line 28". The write is the one that the figure shows at `position`.
std::string stale_words(const Trace& trace, const Combination& combination, const StaleRead& read,
                        std::uint64_t position);

}  // namespace lockstep::sim
