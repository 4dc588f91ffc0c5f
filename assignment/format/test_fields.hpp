// Reads the JSON of a test: its own fields, and the fields of a launch description that differ from the plan
// of the task.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/assignment.hpp"

namespace lockstep::assignment {

// Reads a block that marked_pieces() has returned, and appends its mistakes to `faults`.
Test read_test(const MarkedPiece& block, std::vector<TextFault>& faults);

}  // namespace lockstep::assignment
