// The two runs that are stepped together, prepared without drawing: the text of each column, and the counters
// of both.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gui/background_jobs/pair/pair_runner.hpp"
#include "gui/pages/step/model/inspector_model.hpp"

namespace lockstep::gui {

struct PairColumn {
  std::string title, note;  // "divergent", "edited"
  std::string progress;     // "5 of 12 line steps", "ended after 7 line steps"
  bool ended = false;
  std::string sentence;             // on the next step
  std::string line_number, code;    // the source line that is executed next; empty at the end
  std::string findings = "–";       // "none", or so far: "1 of 3"
  std::string wrong;                // why the result is wrong; empty: it is not
  std::string problem;              // why there is no run; then the rest is empty
  std::uint64_t at = 0, steps = 0;  // its own, done and in total
  std::string phase;                // what it does in the algorithm: "s = 4"
  bool waits = false;               // at the end of a phase, for the other run
  std::string source;               // the whole text
  bool has_run() const { return steps > 0 || !sentence.empty(); }
};

struct PairModel {
  std::array<PairColumn, 2> columns;
  std::uint64_t at = 0, steps = 0;    // of both together, with the waits
  std::vector<CounterPair> counters;  // so far
  std::vector<CounterPair> widest;    // the widest texts of these counters
};

PairModel prepare_pair(PairRunner& runner, const AppState& state);

// The tooltip of the findings: what the column holds, and why a result is wrong.
std::string findings_explanation(const PairModel& model);

// "A 5 of 12 · B 5 of 20".
std::string pair_progress(const PairModel& model);

}  // namespace lockstep::gui
