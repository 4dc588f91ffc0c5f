// What a kernel's text lacks, contains in another form or has in excess, compared with another text that
// solves the same task: both are aligned statement by statement, and their declared names are matched by use.
#pragma once

#include <string>
#include <vector>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

struct ReferenceEdits {
  double distance = 0;  // tokens that differ
  // The likeliest first: a statement at another place; one statement or a part of it; adjacent statements
  // together; two places together.
  // A caller that finds a right text in a stage can skip the later stages.
  std::vector<Edits> stages;
};

// Each edit brings `text` nearer to `reference`, with the names of `text`. Empty if a text is too long or the
// texts have little in common.
ReferenceEdits edits_towards(const std::string& path, const std::string& text, const std::string& reference);

}  // namespace lockstep::sim
