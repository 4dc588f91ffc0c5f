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

// Of a kernel file: barriers, statements and conditions removed, numbers off by one, other comparisons and
// operators, other ids and sizes, buffers exchanged, groups that leave out their part or do it twice. Lines
// keep their numbers. They need not compile.
std::vector<Mutant> mutants_of(const SourceText& kernel);
// Mistakes of kinds that no trial undoes as such: statements and operands exchanged, brackets left
// out. They measure how many lines are found of mistakes that nobody has thought of.
std::vector<Mutant> other_mutants_of(const SourceText& kernel);

}  // namespace lockstep::assignment
