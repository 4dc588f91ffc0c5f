// States to come back to, in order of position. They share a budget of memory: when it is used up every
// second one is dropped and the distance between them doubles, so that they stay evenly spread.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class Snapshots {
 public:
  explicit Snapshots(std::uint64_t budget_bytes = std::uint64_t{16} << 20) : budget_bytes_(budget_bytes) {}

  // To be called at every position, from 0 on; keeps a copy of some.
  void offer(const TraceState& state);
  // The latest one at or before `position`; 0 is always there.
  const TraceState& before(std::uint64_t position) const;

  std::size_t count() const { return states_.size(); }
  std::uint64_t interval() const { return interval_; }

 private:
  void thin();

  std::uint64_t budget_bytes_;
  std::uint64_t interval_ = 1024;
  std::uint64_t bytes_ = 0;
  std::vector<TraceState> states_;
};

// The memory that a copy of a state takes, near enough.
std::uint64_t size_in_memory(const TraceState& state);

}  // namespace lockstep::sim
