// The two runs that are stepped together, prepared without drawing: what stands in each column, and the
// counters of both.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gui/jobs/pair_runner.hpp"
#include "gui/pages/step/inspector_model.hpp"

namespace lockstep::gui {

struct PairColumn {
  std::string title, note;  // "divergent", "edited"
  std::string progress;     // "5 of 12 line steps", "ended after 7 line steps"
  bool ended = false;
  std::string sentence;             // what happens next
  std::string line_number, code;    // the source line that is executed next; empty at the end
  std::string findings = "–";       // "none", or so far: "1 of 3"
  std::string problem;              // instead of all this: why there is no run
  std::uint64_t at = 0, steps = 0;  // made, and to the end
  bool has_run() const { return steps > 0 || !sentence.empty(); }
};

struct PairModel {
  std::array<PairColumn, 2> columns;
  std::vector<CounterPair> counters;  // so far
  std::vector<CounterPair> widest;    // the same, as wide as they get
};

PairModel prepare_pair(PairRunner& runner, const AppState& state);

// "A 5 of 12 · B 5 of 20".
std::string pair_progress(const PairModel& model);

}  // namespace lockstep::gui
