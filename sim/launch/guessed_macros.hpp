// Macros that a kernel's text uses and its host program defines, in the options of clBuildProgram.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace lockstep::sim {

struct GuessedMacros {
  // Build options: "-DTILE=16 -DREAL=float"; empty: nothing is missing, or no guess compiles.
  std::string options;
  std::string note;  // for the user
};
// Options with which a text compiles that does not define some names in capital letters.
GuessedMacros guessed_macros(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim
