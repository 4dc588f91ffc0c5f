// Kept states of a run, in order of position. The states share a memory budget. When the budget is used
// up, every second state is dropped and the distance between states doubles, so that they remain evenly
// spaced. If a replay between two states would then take noticeable time, the budget is increased first,
// up to a limit.
//
// Neighbouring states differ little. The arrays of a state are split into pages, and a page that equals the
// same page of the previous state is shared: memory grows with the bytes that the run writes between two
// states, not with the size of its buffers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class PagedBytes {
 public:
  PagedBytes() = default;
  // Splits bytes into pages, and shares each page that equals the same page of `before`, which may be null.
  PagedBytes(const std::byte* bytes, std::size_t size, const PagedBytes* before);
  std::size_t size() const { return size_; }
  // `bytes` must contain zeros.
  void copy_to(std::byte* bytes) const;

  struct Page {
    std::array<std::byte, 4096> bytes;
  };
  const std::vector<std::shared_ptr<const Page>>& pages() const { return pages_; }  // null: only zeros

 private:
  std::vector<std::shared_ptr<const Page>> pages_;
  std::size_t size_ = 0;
};

class Snapshots {
 public:
  explicit Snapshots(std::uint64_t budget_bytes = std::uint64_t{16} << 20,
                     std::uint64_t max_bytes = std::uint64_t{192} << 20)
      : budget_bytes_(budget_bytes), max_bytes_(max_bytes) {}

  // Must be called at every position, from 0 on. Keeps copies of some states.
  void offer(const TraceState& state);
  // Must be called after the last position. Finds the buffers that never change, so that all states
  // share them.
  void finish();
  // Returns the latest kept state at or before `position`. The state at position 0 is always kept.
  TraceState before(std::uint64_t position) const;
  std::uint64_t position_before(std::uint64_t position) const { return find(position).rest.position; }

  std::size_t count() const { return kept_.size(); }
  std::uint64_t interval() const { return interval_; }
  std::uint64_t size_bytes() const { return bytes_; }

 private:
  struct Kept {
    TraceState rest;  // everything except the arrays
    std::vector<PagedBytes> arrays;
  };

  const Kept& find(std::uint64_t position) const;
  std::uint64_t budget() const;
  void thin();
  static std::uint64_t bytes_of(const Kept& kept);

  std::uint64_t budget_bytes_, max_bytes_;
  std::uint64_t interval_ = 0;  // 0: before the first state
  std::uint64_t bytes_ = 0;
  std::vector<Kept> kept_;
  TraceState unchanged_;  // contains the buffers that never change
  std::vector<bool> is_unchanged_;
};

// Returns the approximate size of a copy of a state in memory.
std::uint64_t size_in_memory(const TraceState& state);

}  // namespace lockstep::sim
