// Guesses the contents of __constant__ variables from the copies in the host part of a .cu file.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace lockstep::sim {

struct GuessedConstants {
  std::string options;  // build options such as "-constant=M=1,2,3"; empty: nothing is known, or the contents
                        // are already given
  std::string note;     // a note for the user
};
// Joins build options, with a blank between them.
std::string joined_options(const std::string& first, const std::string& second);
GuessedConstants guessed_constants(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim
