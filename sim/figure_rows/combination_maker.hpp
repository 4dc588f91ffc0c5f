// Prepares a Combination in pieces: a caller without a thread for it can draw frames between them.
#pragma once

#include <memory>

#include "core/base/time_slice.hpp"
#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

class CombinationMaker {
 public:
  // The trace must outlive it.
  explicit CombinationMaker(const Trace& trace);
  CombinationMaker(CombinationMaker&&) noexcept;
  CombinationMaker& operator=(CombinationMaker&&) noexcept;
  ~CombinationMaker();

  // Returns false when the combination is ready.
  bool go_on(TimeSlice& slice);
  // Call it once, after go_on() has returned false.
  Combination take();

 private:
  class Follower;
  std::unique_ptr<Follower> follower_;
};

}  // namespace lockstep::sim
