// Prepares a Combination in pieces: who has no thread for it draws frames between them.
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

  // False: the combination is ready.
  bool go_on(TimeSlice& slice);
  // Once go_on() has returned false; called once.
  Combination take();

 private:
  class Follower;
  std::unique_ptr<Follower> follower_;
};

}  // namespace lockstep::sim
