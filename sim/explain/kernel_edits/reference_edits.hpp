// Compares a kernel's text with another text that solves the same task, and finds what the kernel lacks, has
// in another form, or has in excess. Both texts are aligned statement by statement, and the names that they
// declare are matched by use.
#pragma once

#include <string>
#include <vector>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

struct ReferenceEdits {
  double distance = 0;  // number of tokens that differ
  // The stages, the likeliest first: a statement at another place; one statement or a part of one; adjacent
  // statements together; two places together. A caller that finds a right text in a stage can skip the
  // later stages.
  std::vector<Edits> stages;
};

// Returns edits, each of which makes `text` more similar to `reference` and keeps the names of `text`. Empty
// if a text is too long or if the texts have little in common.
ReferenceEdits edits_towards(const std::string& path, const std::string& text, const std::string& reference);

}  // namespace lockstep::sim
