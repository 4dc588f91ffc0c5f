// Kept states of a run, in order of position. They share a memory budget: when it is used up, every second
// state is dropped and their distance doubles, so they remain evenly spaced. Once a replay between two states
// takes noticeable time, the budget first grows to its limit.
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
  // Shares each page that equals the same page of `before`, which may be null.
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

  // Call it at every position, from 0 on; copies of some states are kept.
  void offer(const TraceState& state);
  // Call it after the last position: finds the buffers that never change, so that all states share them.
  void finish();
  // The latest state at or before `position`; the state at position 0 is always kept.
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

// The approximate size of a copy of a state in memory.
std::uint64_t size_in_memory(const TraceState& state);

}  // namespace lockstep::sim
