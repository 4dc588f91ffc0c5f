// Small mistakes, made in a right kernel: each mutant has one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assignment/judging/run_request.hpp"

namespace lockstep::assignment {

struct Mutant {
  std::string words;  // "line 7: the barrier is removed"
  std::uint32_t line = 0;
  std::string text;  // of the whole file
};

// Of a kernel file: sim::ChangesFor::mistakes. Lines keep their numbers. They need not compile.
std::vector<Mutant> mutants_of(const SourceText& kernel);
// Of kinds that no trial undoes as such: they measure how many lines are found of mistakes that nobody has
// thought of.
std::vector<Mutant> other_mutants_of(const SourceText& kernel);

}  // namespace lockstep::assignment
