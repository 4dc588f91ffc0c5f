// A kernel of the catalogue with one mistake, and what the simulator says about it: a finding, a wrong
// result, or, after many more runs, that the results are those of the original.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "tests/fuzz/mutations.hpp"

namespace lockstep::fuzz {

struct MutantReport {
  enum class Outcome : std::uint8_t {
    finding,       // of the first run
    wrong_result,  // of the first run
    other_run,     // a finding or a wrong result, but in another run: size, operator, input or schedule
    no_effect,     // no run differs from the original's
    unclear,       // a run ended by a budget without a finding: a mistake of the simulator
  };
  std::string algorithm;
  Mutation mutation;
  Outcome outcome = Outcome::unclear;
  std::string sentence;
  std::uint64_t runs = 0;                // of the mutant
  std::chrono::milliseconds longest{0};  // of them
};

// The mutant of a seed. Each of its runs ends when no work-group has ended for `timeout`.
MutantReport run_mutant(std::uint64_t seed, std::chrono::milliseconds timeout);

std::string outcome_name(MutantReport::Outcome outcome);

}  // namespace lockstep::fuzz
