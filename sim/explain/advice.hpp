// Which lines of a run cost most, why, and what usually helps. Made from the run's counters alone: nothing
// here knows an algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/observers/counters.hpp"

namespace lockstep::sim {

struct CostlyLine {
  std::size_t program = 0;  // Plan::programs index
  std::uint32_t file = 0;   // as SourceRange::file
  std::uint32_t line = 0;
  double share = 0;  // of the run's cycles, estimated
  Counters counters;
  std::string reason;  // sentences
  std::string remedy;  // a sentence; empty where there is nothing to gain
};

// The `most` lines with the largest share, the costliest first. The share is rough: cycles of one
// multiprocessor as if nothing overlapped, four warp instructions, one pass of local memory or 18 bytes of
// global memory each (H200: four schedulers; 4.8 TB/s for 132 multiprocessors at 1.98 GHz). Only for lanes in
// lockstep.
std::vector<CostlyLine> costliest_lines(const CountedRun& run, std::size_t most = 3);

}  // namespace lockstep::sim
