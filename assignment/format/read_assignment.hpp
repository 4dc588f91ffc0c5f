// Reads assignment.md and the files that it names. Mistakes do not end the reading: the assignment has what
// could be understood.
#pragma once

#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/format/folder.hpp"

namespace lockstep::assignment {

struct ReadAssignment {
  Assignment assignment;
  std::vector<TextFault> faults;  // by place; of assignment.md
};

// The Error: assignment.md cannot be read.
Result<ReadAssignment> read_assignment(const AssignmentFolder& folder);
// The Error names all mistakes, a line each.
Result<Assignment> load_assignment(const AssignmentFolder& folder);

}  // namespace lockstep::assignment
