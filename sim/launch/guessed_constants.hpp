// Contents of __constant__ variables as the host's part of a .cu file seems to copy them.
#pragma once

#include <string>

#include "core/plan/plan.hpp"

namespace lockstep::sim {

struct GuessedConstants {
  std::string options;  // of the build: "-constant=M=1,2,3"; empty: nothing is known, or the options say it
  std::string note;     // for people
};
// Of a build, with a blank between them.
std::string joined_options(const std::string& first, const std::string& second);
GuessedConstants guessed_constants(const KernelSource& source, const std::string& options);

}  // namespace lockstep::sim
