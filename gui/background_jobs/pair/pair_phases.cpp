#include "gui/background_jobs/pair/pair_phases.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace lockstep::gui {
namespace {

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // launch, group, index
// The end of a phase in each of the two runs; 0 if a run does not have this phase.
using Ends = std::array<std::uint64_t, 2>;

bool rises(const std::vector<Ends>& phases, std::size_t which) {
  std::uint64_t last = 0;
  for (const Ends& ends : phases) {
    if (ends[which] == 0) continue;
    if (ends[which] < last) return false;
    last = ends[which];
  }
  return true;
}

// Pairs the phases of the two runs. A phase is paired with the same step of the same work-group in the other
// run. If the work-groups alternate in time, the phases are paired in the order in which they end instead.
std::vector<Ends> joint_phases(const std::array<PhasedRun, 2>& runs) {
  std::map<Key, Ends> by_key;
  for (std::size_t i = 0; i < 2; ++i)
    for (const Phase& phase : runs[i].phases) by_key[{phase.launch, phase.group, phase.index}][i] = phase.end;
  std::vector<Ends> joint;
  for (const auto& [key, ends] : by_key) joint.push_back(ends);
  if (rises(joint, 0) && rises(joint, 1)) return joint;
  joint.assign(std::max(runs[0].phases.size(), runs[1].phases.size()), {});
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<std::uint64_t> ends;
    for (const Phase& phase : runs[i].phases) ends.push_back(phase.end);
    std::ranges::sort(ends);
    for (std::size_t k = 0; k < ends.size(); ++k) joint[k][i] = ends[k];
  }
  return joint;
}

}  // namespace

std::vector<Phase> phases_of(const sim::Combination& combination) {
  std::map<Key, Phase> phases;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> steps;  // steps of each group so far
  for (const sim::CombinationRow& row : combination.rows) {
    if (row.initial) continue;
    std::map<std::uint32_t, std::uint64_t> ends;  // by group
    for (const sim::CombinationWrite& write : row.writes)
      ends[write.group] = std::max(ends[write.group], write.position + 1);
    for (const auto& [group, end] : ends) {
      const std::uint32_t index = row.loaded ? 0 : ++steps[{row.launch, group}];
      Phase& phase = phases[{row.launch, group, index}];
      phase = {row.launch, group, index, std::max(phase.end, end), row.label};
    }
  }
  std::vector<Phase> list;
  for (auto& [key, phase] : phases) list.push_back(std::move(phase));
  return list;
}

std::string phase_label(const std::vector<Phase>& phases, std::uint64_t position) {
  const Phase* next = nullptr;
  for (const Phase& phase : phases)
    if (phase.end > position && (next == nullptr || phase.end < next->end)) next = &phase;
  return next == nullptr ? std::string() : next->label;
}

std::array<StepList, 2> aligned_steps(const std::array<PhasedRun, 2>& runs, StepList::Kind kind) {
  const std::array alone{StepList(runs[0].trace, kind), StepList(runs[1].trace, kind)};
  std::array<std::vector<std::uint64_t>, 2> ends;
  std::array<std::uint64_t, 2> made{};  // steps of each run before the current phase
  const auto add_phase = [&](const std::array<std::uint64_t, 2>& until) {
    const std::uint64_t longer = std::max(until[0] - made[0], until[1] - made[1]);
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::uint64_t step = 1; step <= longer; ++step)
        ends[i].push_back(alone[i].position_after(std::min(made[i] + step, until[i])));
      made[i] = until[i];
    }
  };
  for (const Ends& phase : joint_phases(runs)) {
    std::array<std::uint64_t, 2> until = made;
    for (std::size_t i = 0; i < 2; ++i)
      if (phase[i] != 0) until[i] = std::max(made[i], alone[i].steps_to(phase[i]));
    add_phase(until);
  }
  add_phase({alone[0].count(), alone[1].count()});
  return {StepList(runs[0].trace.size(), std::move(ends[0])),
          StepList(runs[1].trace.size(), std::move(ends[1]))};
}

}  // namespace lockstep::gui
