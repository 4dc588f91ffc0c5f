// Finds the most expensive lines of a run, the reasons for their cost, and possible remedies. The advice is
// based on the counters of the run and on trials (line_trials.hpp), and is independent of the algorithm.
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
  std::string remedy;  // a sentence; empty if no change helps
  // The counted effect of the remedy: "12 → 0 bank conflicts"; empty without a trial.
  std::string unit;
  Recount recount;
};
std::string_view name(LineCause::Kind kind);  // "global_memory" …

struct CostlyLine {
  std::size_t program = 0;  // index into Plan::programs
  std::uint32_t file = 0;   // the file, as in SourceRange::file
  std::uint32_t line = 0;
  double share = 0;  // estimated share of the cycles of the run
  Counters counters;
  std::vector<LineCause> causes;  // the most expensive first
  std::string reason;             // of all causes together
  std::string remedy;             // of all causes together; empty if no gain is possible
};

// Returns the `most` lines with the largest share, the most expensive first. The share is a rough estimate
// from the rates of the model, without any overlap (cost_model.hpp). The function requires lanes in lockstep.
// If `trials` is null, remedies are named only if the counters prove that they help.
std::vector<CostlyLine> costliest_lines(const CountedRun& run, const DeviceModel& model,
                                        const LineTrials* trials, std::size_t most = 3);

}  // namespace lockstep::sim
