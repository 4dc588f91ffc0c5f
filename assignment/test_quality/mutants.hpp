// Makes mutants: copies of a correct kernel, each with one small mistake.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct Mutant {
  std::string words;  // "line 7: the barrier is removed"
  std::uint32_t line = 0;
  std::string text;  // the whole file
};

// Returns mutants of a kernel file (sim::ChangesFor::mistakes), with the same line numbers. Mutants need
// not compile.
std::vector<Mutant> mutants_of(const SourceText& kernel);
// Returns mutants that no single trial reverts, which measure how often the line of an unforeseen mistake
// is found.
std::vector<Mutant> other_mutants_of(const SourceText& kernel);

}  // namespace lockstep::assignment
