#include "assignment/test_quality/mutants.hpp"

#include <fmt/format.h>

#include "sim/explain/kernel_edits/small_changes.hpp"

namespace lockstep::assignment {
namespace {

std::vector<Mutant> mutants_for(const SourceText& kernel, sim::ChangesFor kind) {
  std::vector<Mutant> mutants;
  for (sim::Edit& edit : sim::small_changes(kernel.path, kernel.text, kind))
    mutants.push_back({fmt::format("line {}: {}", edit.line, edit.words), edit.line, std::move(edit.text)});
  return mutants;
}

}  // namespace

std::vector<Mutant> mutants_of(const SourceText& kernel) {
  return mutants_for(kernel, sim::ChangesFor::mistakes);
}

std::vector<Mutant> other_mutants_of(const SourceText& kernel) {
  return mutants_for(kernel, sim::ChangesFor::other_mistakes);
}

}  // namespace lockstep::assignment
