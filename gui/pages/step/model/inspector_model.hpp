// The inspector's rows, prepared without drawing: the counters so far and the change by the next step.
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

// For independent lanes: only the counters that are defined for single lanes. `whole`: of the whole run, if
// it is known: work that no part of it does is not counted, and has "–" in place of 0.
std::vector<CounterRow> prepare_counters(const sim::Counters& so_far, const sim::Counters& this_step,
                                         sim::LaneSchedule lanes = sim::LaneSchedule::lockstep,
                                         const sim::Counters* whole = nullptr);

// A counter of two runs. The worse run has the difference beside it: "+12".
struct CounterPair {
  std::string title, tooltip;
  struct Value {
    std::string shown = "–", worse_by = {};
  } first, second;
};

// Null: no such run. The counters are those above.
std::vector<CounterPair> prepare_counter_pairs(const sim::Counters* first, const sim::Counters* second,
                                               sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);

// The words of the counters that a presentation shows: the scene's, else those of the cost that the
// algorithms differ in. `title` is that of such a counter.
std::vector<std::string> presented_counters(const Show& show);
bool is_counter(std::string_view title, const std::string& word);

// "data race at line 31", for the list of findings.
std::string finding_title(const sim::Finding& finding);
// "wrong result · out[0] · line 33"; "wrong result · work-group of 96 · out[0] · line 40" if the size is the
// cause.
std::string wrong_result_title(const Run& run);
// "Right: 341 as expected"; empty if the result was not checked, or is wrong.
std::string right_result_title(const Run& run);
// What stands beside the heading of the findings: how many, with a wrong result as one of them; never "none"
// for a run of another text.
struct FindingsSummary {
  std::string text;  // "none", "2", "not checked"
  Role role = Role::second_ink;
  bool is_current = true;
};
FindingsSummary summarise_findings(const Run& run, bool is_current);
// For the finding at the playhead, where the explanation has found them: its cure, and a schedule that shows
// the damage. The explanation begins with the first call at a finding.
struct Remedies {
  const sim::Cure* cure = nullptr;
  const sim::OtherOutcome* other = nullptr;
  bool at_finding = false;  // room is kept for them, so that nothing moves when they are found
};
Remedies find_remedies(const AppState& state, Session& session, const ShownMoment& moment);
// Both parties, the object and the index.
std::string finding_sentence(const sim::Finding& finding);
// The first finding of the step from this moment on, as a sentence; at the end what the run has found. Empty:
// none.
std::string finding_at(const Run& run, const ShownMoment& moment);

}  // namespace lockstep::gui
