// The most expensive lines of a run, the reasons for their cost, and possible remedies. Based on the run's
// counters and on trials (line_trials.hpp), independent of the algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/device_models/device_model.hpp"
#include "sim/explain/line_trials.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// One cause of a line's cost.
struct LineCause {
  enum class Kind : std::uint8_t {
    global_memory,
    global_atomics,
    bank_conflicts,
    local_memory,
    constant_memory,
    instructions
  };
  Kind kind = Kind::instructions;
  std::string reason;  // sentences
  std::string remedy;  // a sentence; empty if no trial helps
  // The counted effect of the remedy: "12 → 0 bank conflicts"; empty without a trial.
  std::string unit;
  Recount recount;
};
std::string_view name(LineCause::Kind kind);  // "global_memory" …

struct CostlyLine {
  std::size_t program = 0;  // Plan::programs index
  std::uint32_t file = 0;   // as SourceRange::file
  std::uint32_t line = 0;
  double share = 0;  // of the run's cycles, estimated
  Counters counters;
  std::vector<LineCause> causes;  // the most expensive first
  std::string reason;             // of all causes
  std::string remedy;             // of all causes; empty if no gain is possible
};

// The `most` lines with the largest share, the most expensive first. The share is a rough estimate by the
// model's rates, without any overlap (cost/cost_model.hpp). Only for lanes in lockstep. Without trials,
// remedies are named only if the counters prove that they help.
std::vector<CostlyLine> costliest_lines(const CountedRun& run, const DeviceModel& model,
                                        const LineTrials* trials, std::size_t most = 3);

}  // namespace lockstep::sim
