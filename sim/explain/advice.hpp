// The most expensive lines of a run, why they are expensive, and what usually helps. Made from the run's
// counters alone: nothing here knows an algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/memory/device_model.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::sim {

struct CostlyLine {
  std::size_t program = 0;  // Plan::programs index
  std::uint32_t file = 0;   // as SourceRange::file
  std::uint32_t line = 0;
  double share = 0;  // of the run's cycles, estimated
  Counters counters;
  std::string reason;  // sentences
  std::string remedy;  // a sentence; empty if there is nothing to gain
};

// The `most` lines with the largest share, the most expensive first. The share is a rough estimate by the
// model's rates, as if nothing overlapped (cost/cost_model.hpp). Only for lanes in lockstep.
std::vector<CostlyLine> costliest_lines(const CountedRun& run, const DeviceModel& model,
                                        std::size_t most = 3);

}  // namespace lockstep::sim
