// The JSON of a test: its own fields, and the fields of a launch description that differ from the
// task's plan.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"

namespace lockstep::assignment {

// `block` as returned by marked_pieces(). Mistakes are appended.
Test read_test(const MarkedPiece& block, std::vector<TextFault>& faults);

}  // namespace lockstep::assignment
