// Computes the texts of the inspector, without drawing: the counters so far, their changes in the next step,
// and the findings.
#pragma once

#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/session/session.hpp"
#include "gui/state/show.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::gui {

struct CounterRow {
  std::string title, so_far, change;  // `change` is empty if it is 0
  Role change_role = Role::ink;
  std::string tooltip;
};

// Returns the rows of the counters. For independent lanes, these are only the counters that are defined for
// single lanes. `whole`: the counters of the whole run, or null. For a run that applies the operator to no
// inputs, the counters of the operator show "–" instead of 0.
std::vector<CounterRow> prepare_counters(const sim::Counters& so_far, const sim::Counters& this_step,
                                         sim::LaneSchedule lanes = sim::LaneSchedule::lockstep,
                                         const sim::Counters* whole = nullptr);

// A counter of two runs. For the worse value, `worse_by` is the difference, such as "+12".
struct CounterPair {
  std::string title, tooltip;
  struct Value {
    std::string shown = "–", worse_by = {};
  } first, second;
};

// Returns the counters of prepare_counters() for two runs. A null pointer means that there is no such run.
std::vector<CounterPair> prepare_counter_pairs(const sim::Counters* first, const sim::Counters* second,
                                               sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);

// presented_counters() returns the names of the counters in a presentation: the counters that `show` names,
// or else those for which the algorithms differ. is_counter() returns whether `word` in `show` names the
// counter with this title.
std::vector<std::string> presented_counters(const Show& show);
bool is_counter(std::string_view title, const std::string& word);

// Returns the title of a finding in the list of findings, for example "data race at line 31".
std::string finding_title(const sim::Finding& finding);
// Returns the title of a wrong result, for example "wrong result · out[0] · line 33". If the work-group size
// is the cause, the title contains it, as in "wrong result · work-group of 96 · out[0] · line 40".
std::string wrong_result_title(const Run& run);
// Returns the title of a right result, for example "Right: 341 as expected". In a run with errors, the result
// may be right by chance, and the title says so: "Right in this run: 341 as expected; the race may …". Empty
// if the result was not checked, or if it is wrong.
std::string right_result_title(const Run& run);
// The text beside the heading of the findings: the number of findings, in which a wrong result counts as a
// finding. For a run of a different text, the text is never "none".
struct FindingsSummary {
  std::string text;  // for example "none", "2" or "not checked"
  Role role = Role::second_ink;
  bool is_current = true;
};
FindingsSummary summarise_findings(const Run& run, bool is_current);
// The repair of the finding at the playhead, and a schedule with which the kernel fails. Each is null until
// the explanation has found it. The first call of find_remedies() at a finding requests the explanation.
struct Remedies {
  const sim::Cure* cure = nullptr;
  const sim::OtherOutcome* other = nullptr;
  bool at_finding =
      false;  // whether to reserve space for the buttons, so that nothing moves when the remedies are found
};
Remedies find_remedies(const AppState& state, Session& session, const ShownMoment& moment);
// Describes a finding in a sentence that names both accesses, the memory object and the index.
std::string finding_sentence(const sim::Finding& finding);
// Returns a sentence about the first finding in the step from this moment, or at the end of the run about all
// findings. Empty if there are no findings.
std::string finding_at(const Run& run, const ShownMoment& moment);

}  // namespace lockstep::gui
