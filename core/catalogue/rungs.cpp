#include "core/catalogue/rungs.hpp"

#include <algorithm>

namespace lockstep {

std::vector<const Algorithm*> ladder_to(const Algorithm& top) {
  std::vector<const Algorithm*> rungs{&top};
  while (!rungs.back()->improves_on.empty()) rungs.push_back(*find_algorithm(rungs.back()->improves_on));
  std::ranges::reverse(rungs);
  return rungs;
}

std::vector<const Algorithm*> ladder_of(const PublishedLadder& ladder) {
  std::vector<const Algorithm*> rungs;
  for (const PublishedLadder::Rung& rung : ladder.rungs)
    if (const auto algorithm = find_algorithm(rung.algorithm)) rungs.push_back(*algorithm);
  return rungs;
}

std::vector<std::vector<const Algorithm*>> main_ladders() {
  std::vector<std::vector<const Algorithm*>> ladders;
  for (const Algorithm& algorithm : catalogue())
    if (algorithm.is_tunable) ladders.push_back(ladder_to(algorithm));
  return ladders;
}

}  // namespace lockstep
