// Tracks the asynchronous copies of the running work-group. A copy is in flight from the call of
// async_work_group_copy until wait_group_events has its event; until then none of its accesses is ordered
// with other accesses, even if barriers come between them (OpenCL C 3.0, "Async Copies from Global to Local
// Memory"). All work-items of a group must begin the same copies and wait for the same events.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/observers/races/clock.hpp"

namespace lockstep::sim {

class AsyncCopies {
 public:
  struct Copy {
    std::uint64_t event = 0;
    std::uint32_t pc = 0;     // of its call
    std::uint32_t begin = 0;  // when the first warp began it
    bool is_awaited = false;  // by some work-item; done when all have reached wait_group_events
    bool is_done = false;
  };
  // An error in a call of wait_group_events.
  struct Mistake {
    enum class Kind : std::uint8_t { unknown_event, different_events, different_counts } kind;
    std::uint32_t item = 0;   // in its group
    std::uint32_t other = 0;  // the work-item that waits for a different event
  };

  void begin_group(std::uint32_t group_items);
  bool is_empty() const { return copies_.empty(); }
  const std::vector<Copy>& copies() const { return copies_; }

  // Called when a warp begins copy `number` (counted from 1). Returns true if it is the first warp of the
  // group that begins this copy.
  bool begin(std::uint32_t number, std::uint64_t event, std::uint32_t pc, std::uint32_t now);
  // Called when lanes of a warp wait for events. `first_item` is the work-item in lane 0 of the warp.
  std::optional<Mistake> wait(std::uint32_t first_item, std::uint64_t lanes,
                              std::span<const std::uint64_t> events);
  // Called when all work-items have reached wait_group_events.
  std::optional<Mistake> finish_wait();

  bool has_event(std::uint64_t event) const;
  static std::uint32_t item_of(std::uint32_t number) { return kFirstCopy + (number - 1) % kCopies; }
  // Returns the copy that made an access.
  const Copy* copy_of(const RaceEntry& entry) const;

 private:
  std::vector<Copy> copies_;
  std::vector<std::uint64_t> waits_;   // the events that the first work-item waited for, in order
  std::vector<std::uint32_t> firsts_;  // the first work-item that waited for each of these events
  std::vector<std::uint32_t> waited_;  // how many events each work-item has waited for
};

}  // namespace lockstep::sim
