// Stale reads: reads that a newer write overtook and that are not ordered with this write, and the sentences
// about them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/figure_rows/builder.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Judges the overtaken reads of one trace. A read is stale if the trace has a data race between its line and
// the line of the newer write, and no barrier of the group is between them.
class StaleJudge {
 public:
  explicit StaleJudge(const Trace& trace);  // the trace must outlive the judge
  // `object`: the array that was read; `index`: the element.
  std::optional<StaleVerdict> verdict(const OvertakenRead& read, const MemoryObject& object,
                                      std::uint64_t index) const;

 private:
  // The latest moment before `before` at which the reader read the element, or stored the value that it kept.
  std::optional<std::uint64_t> find_read(const OvertakenRead& read, const MemoryObject& object,
                                         std::uint64_t index, std::uint64_t before) const;
  bool touches(std::uint64_t position, const OvertakenRead& read, const MemoryObject& object,
               std::uint64_t index) const;
  bool is_ordered(std::uint64_t read, std::uint64_t write) const;
  std::optional<std::uint32_t> race_between(std::uint64_t read, std::uint64_t write) const;

  const Trace& trace_;
  bool has_races_ = false;
};

// The flat global number of the work-item in `lane` of the warp that executes at a position.
std::uint64_t work_item_at(const Trace& trace, std::uint64_t position, std::uint32_t lane);

// "work-item 0 reads 9 from a[8] at line 28 before work-item 8 writes 44 there at line 28": `newer` is the
// write that the figure shows at `position`.
std::string stale_words(const Trace& trace, const Combination& combination, const StaleRead& read,
                        std::uint64_t position);

}  // namespace lockstep::sim
