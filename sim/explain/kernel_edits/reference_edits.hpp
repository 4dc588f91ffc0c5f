// What a kernel's text lacks, has otherwise or has too much beside another text that solves the same task:
// both are aligned statement by statement, and names of their own are matched by their use.
#pragma once

#include <string>
#include <vector>

#include "sim/explain/kernel_edits/edit.hpp"

namespace lockstep::sim {

struct ReferenceEdits {
  double distance = 0;  // tokens that differ
  // The likeliest first: a statement at another place; one statement or a part of it; neighbouring ones
  // together; two places together.
  // Whoever finds a right text among some needs no later ones.
  std::vector<Edits> stages;
};

// Each brings `text` nearer to `reference`, in the names of `text`. None for texts that are long, or have
// nothing in common.
ReferenceEdits edits_towards(const std::string& path, const std::string& text, const std::string& reference);

}  // namespace lockstep::sim
