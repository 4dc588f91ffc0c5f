// Guesses macros that a kernel's text uses and that the host program defines in the options
// of clBuildProgram.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace lockstep::sim {

struct GuessedMacros {
  // Build options such as "-DTILE=16 -DREAL=float"; empty: nothing is missing, or the text compiles with
  // no guess.
  std::string options;
  std::string note;  // a note for the user
};
// If the text does not define some names in capital letters, returns options with which it compiles.
GuessedMacros guessed_macros(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim
