// Two runs that move through the same phases of their algorithms. A phase is one step of the combination
// figure (a level of the tree, a stride) in one work-group. In each phase, the run with fewer lines waits for
// the other one. All functions depend only on the traces.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gui/background_jobs/pair/pair_steps.hpp"
#include "sim/figure_rows/combination.hpp"

namespace lockstep::gui {

struct Phase {
  std::uint32_t launch = 0, group = 0;
  std::uint32_t index = 0;  // number of the group's step; 0: copying before the first step
  std::uint64_t end = 0;    // the position after its last store
  std::string label;        // label of the figure's row: "s = 4"
};

// In the order of launches, groups and steps.
std::vector<Phase> phases_of(const sim::Combination& combination);
// The label of the current phase of a run; "" after the last phase.
std::string phase_label(const std::vector<Phase>& phases, std::uint64_t position);

struct PhasedRun {
  const sim::Trace& trace;
  const std::vector<Phase>& phases;
};
// The steps of one kind in both runs, with waits at the ends of phases.
std::array<StepList, 2> aligned_steps(const std::array<PhasedRun, 2>& runs, StepList::Kind kind);

}  // namespace lockstep::gui
