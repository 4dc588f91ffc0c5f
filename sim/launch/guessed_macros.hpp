// Macros that a kernel's text uses and its host program defines, in the options of clBuildProgram.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace lockstep::sim {

struct GuessedMacros {
  // Of the build: "-DTILE=16 -DREAL=float"; empty: nothing is missing, or no guess compiles.
  std::string options;
  std::string note;  // for people
};
// Options that make a text compile in which names in capital letters are not defined.
GuessedMacros guessed_macros(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim
