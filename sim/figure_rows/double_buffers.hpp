// A local array that the algorithm uses as two buffers in turns, as T0 and T1 of Kogge and Stone's scan: each
// step reads one half and writes the other.
#pragma once

#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// Shows each half as an array of its own, so that a row has only the half that its step writes, below the
// half that it reads. This follows from the run: all stores of a row of the array are in one half,
// neighbouring rows write different halves, and no value that is used comes from the half that the row above
// does not show.
void split_double_buffers(Combination& combination);

}  // namespace lockstep::sim
