// The inspector's rows, prepared without drawing: the counters so far and the change in the next step.
#pragma once

#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/session/session.hpp"
#include "gui/state/show.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::gui {

struct CounterRow {
  std::string title, so_far, change;  // change: empty if zero
  Role change_role = Role::ink;
  std::string tooltip;
};

// For independent lanes: only the counters that are defined for single lanes. `whole`: counters of the whole
// run, if known; a counter that is 0 in the whole run is not counted, and shows "–" instead of 0.
std::vector<CounterRow> prepare_counters(const sim::Counters& so_far, const sim::Counters& this_step,
                                         sim::LaneSchedule lanes = sim::LaneSchedule::lockstep,
                                         const sim::Counters* whole = nullptr);

// A counter of two runs. The worse value is followed by the difference: "+12".
struct CounterPair {
  std::string title, tooltip;
  struct Value {
    std::string shown = "–", worse_by = {};
  } first, second;
};

// Null: there is no such run. The counters are those above.
std::vector<CounterPair> prepare_counter_pairs(const sim::Counters* first, const sim::Counters* second,
                                               sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);

// The `show` names of the counters in a presentation: those of the scene, or else those of the cost in which
// the algorithms differ. `title` is the title of such a counter.
std::vector<std::string> presented_counters(const Show& show);
bool is_counter(std::string_view title, const std::string& word);

// For example "data race at line 31", for the list of findings.
std::string finding_title(const sim::Finding& finding);
// For example "wrong result · out[0] · line 33"; "wrong result · work-group of 96 · out[0] · line 40" if the
// size is the cause.
std::string wrong_result_title(const Run& run);
// For example "Right: 341 as expected"; empty if the result was not checked, or is wrong.
std::string right_result_title(const Run& run);
// The text beside the heading of the findings: their number, where a wrong result counts as one; never "none"
// for a run of another text.
struct FindingsSummary {
  std::string text;  // for example "none", "2" or "not checked"
  Role role = Role::second_ink;
  bool is_current = true;
};
FindingsSummary summarise_findings(const Run& run, bool is_current);
// The repair of the finding at the playhead and a schedule that makes the kernel fail, once the explanation
// has found them. The first call at a finding starts the explanation.
struct Remedies {
  const sim::Cure* cure = nullptr;
  const sim::OtherOutcome* other = nullptr;
  bool at_finding = false;  // space is reserved for them, so that nothing moves when they are found
};
Remedies find_remedies(const AppState& state, Session& session, const ShownMoment& moment);
// Names both accesses, the object and the index.
std::string finding_sentence(const sim::Finding& finding);
// The first finding in the step from this moment, as a sentence; at the end, the findings of the
// run. Empty: none.
std::string finding_at(const Run& run, const ShownMoment& moment);

}  // namespace lockstep::gui
