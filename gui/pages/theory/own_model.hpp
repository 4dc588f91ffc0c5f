// Computes the cost of a user's own kernel. There is no formula over n, but the work W and the time T of its
// run are counted, and these bound the number of steps on p processors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/session/run.hpp"

namespace lockstep::gui {

struct OwnTheory {
  struct Number {
    std::string name, value, explanation;
  };
  // The bounds for p processors by Brent's theorem: W / p ≤ T_p ≤ W / p + T, rounded up.
  struct Processors {
    std::uint64_t p = 0, least = 0, most = 0;
    double speed_up = 0, efficiency = 0;  // W / most; W / (p most): lower bounds
    bool is_chosen = false;
  };
  std::string problem;  // why nothing is counted; all other fields are then empty
  std::string title;    // such as "mine.cl"
  std::vector<Number> numbers;
  std::vector<Processors> on;  // in order of p
  std::string sentence;        // sentence about the selected p
};

OwnTheory prepare_own_theory(const Run* run, const std::string& kernel_file, std::uint64_t processors);

}  // namespace lockstep::gui
