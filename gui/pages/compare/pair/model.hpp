// Computes the contents for two runs that are stepped together, without drawing: the texts of each column,
// and the counters of both runs.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gui/background_jobs/pair/pair_runner.hpp"
#include "gui/pages/step/model/inspector_model.hpp"

namespace lockstep::gui {

struct PairColumn {
  std::string title, note;  // such as "divergent" and "edited"
  std::string progress;     // such as "5 of 12 line steps" or "ended after 7 line steps"
  bool ended = false;
  std::string sentence;             // sentence about the next step
  std::string line_number, code;    // source line that is executed next; empty at the end
  std::string findings = "–";       // "none", or the number so far, such as "1 of 3"
  std::string wrong;                // why the result is wrong; empty: the result is right
  std::string problem;              // why there is no run; all other fields are then empty
  std::uint64_t at = 0, steps = 0;  // steps of this run: done, and in total
  std::string phase;                // phase of the algorithm, such as "s = 4"
  bool waits = false;               // whether the run waits at the end of a phase for the other run
  std::string source;               // the whole text of the kernel
  bool has_run() const { return steps > 0 || !sentence.empty(); }
};

struct PairModel {
  std::array<PairColumn, 2> columns;
  std::uint64_t at = 0, steps = 0;    // steps of both runs together, including waits
  std::vector<CounterPair> counters;  // counters so far
  std::vector<CounterPair> widest;    // the widest texts of these counters
};

PairModel prepare_pair(PairRunner& runner, const AppState& state);

// Returns the tooltip of the findings, which explains the column and says why a result is wrong.
std::string findings_explanation(const PairModel& model);

// Returns the progress of both runs as text, for example "A 5 of 12 · B 5 of 20".
std::string pair_progress(const PairModel& model);

}  // namespace lockstep::gui
