// Prepares a Combination in pieces, so that a caller without a separate thread can draw frames between
// the pieces.
#pragma once

#include <memory>

#include "core/base/time_slice.hpp"
#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

class CombinationMaker {
 public:
  // The trace must outlive the maker.
  explicit CombinationMaker(const Trace& trace);
  CombinationMaker(CombinationMaker&&) noexcept;
  CombinationMaker& operator=(CombinationMaker&&) noexcept;
  ~CombinationMaker();

  // Returns false when the combination is ready.
  bool go_on(TimeSlice& slice);
  // Returns the combination. Must be called once, after go_on() has returned false.
  Combination take();

 private:
  class Follower;
  std::unique_ptr<Follower> follower_;
};

}  // namespace lockstep::sim
