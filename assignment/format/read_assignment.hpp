// Reads assignment.md and the files that it names. Mistakes do not stop the reader, so the result contains
// everything that was understood.
#pragma once

#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/format/folder.hpp"

namespace lockstep::assignment {

struct ReadAssignment {
  Assignment assignment;
  std::vector<TextFault> faults;  // in assignment.md, sorted by place
};

// Returns an Error only if assignment.md cannot be read.
Result<ReadAssignment> read_assignment(const AssignmentFolder& folder);
// The Error lists all mistakes, one on each line.
Result<Assignment> load_assignment(const AssignmentFolder& folder);

}  // namespace lockstep::assignment
