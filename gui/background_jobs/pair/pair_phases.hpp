// Aligns two runs by the phases of their algorithms. A phase is one step of the combination figure (such as a
// level of the tree or a stride) in one work-group. In each phase, the run with fewer steps waits for the
// other run. All functions depend only on the traces.
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
  std::uint32_t index = 0;  // number of the step in the work-group; 0: copying before the first step
  std::uint64_t end = 0;    // the position after the last store of the phase
  std::string label;        // label of the figure's row: "s = 4"
};

// Returns the phases in the order of launches, groups and steps.
std::vector<Phase> phases_of(const sim::Combination& combination);
// Returns the label of the phase at a position of a run; "" after the last phase.
std::string phase_label(const std::vector<Phase>& phases, std::uint64_t position);

struct PhasedRun {
  const sim::Trace& trace;
  const std::vector<Phase>& phases;
};
// Returns the steps of one kind for both runs, with waits at the ends of phases.
std::array<StepList, 2> aligned_steps(const std::array<PhasedRun, 2>& runs, StepList::Kind kind);

}  // namespace lockstep::gui
