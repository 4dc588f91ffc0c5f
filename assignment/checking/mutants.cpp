#include "assignment/checking/mutants.hpp"

#include <fmt/format.h>

#include "sim/explain/cures/small_changes.hpp"

namespace lockstep::assignment {

std::vector<Mutant> mutants_of(const SourceText& kernel) {
  std::vector<Mutant> mutants;
  for (sim::Edit& edit : sim::small_changes(kernel.path, kernel.text, sim::ChangesFor::mistakes))
    mutants.push_back({fmt::format("line {}: {}", edit.line, edit.words), edit.line, std::move(edit.text)});
  return mutants;
}

}  // namespace lockstep::assignment
