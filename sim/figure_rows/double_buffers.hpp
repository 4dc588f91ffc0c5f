// Finds local arrays that the algorithm uses as two alternating buffers, like T0 and T1 in Kogge and Stone's
// scan, in which each step reads one half and writes the other.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/time_slice.hpp"
#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// Shows each half of a double buffer as a separate array, so that a row has only the half that its step
// writes, below the half that the step reads. An array is detected as a double buffer if, in the run, all
// stores of each row of the array are in one half, neighbouring rows write different halves, and no value
// that is used comes from the half that the row above does not show.
class DoubleBuffers {
 public:
  // The combination must outlive this object.
  explicit DoubleBuffers(Combination& combination);
  DoubleBuffers(DoubleBuffers&&) noexcept;
  ~DoubleBuffers();
  // Works in pieces. Returns false when all arrays have been examined.
  bool go_on(TimeSlice& slice);

 private:
  class Halves;
  Combination& combination_;
  const std::uint32_t arrays_;  // number of arrays before any array is split
  std::uint32_t next_ = 0;
  std::unique_ptr<Halves> halves_;  // of the array before next_
};

}  // namespace lockstep::sim
