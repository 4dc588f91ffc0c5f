// The inspector's rows, prepared without drawing: counters so far and what the next step adds.
#pragma once

#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::gui {

struct CounterRow {
  std::string title, so_far, change;  // change is empty when there is none
  Role change_role = Role::ink;
  std::string tooltip;
};

// Of independent lanes only those that hold for each lane by itself.
std::vector<CounterRow> prepare_counters(const sim::Counters& so_far, const sim::Counters& this_step,
                                         sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);

// A counter of two runs, and by how much the one of them is the worse: "+12" beside it, nothing beside the
// other.
struct CounterPair {
  std::string title, tooltip;
  struct Value {
    std::string shown = "–", worse_by = {};
  } first, second;
};

// Null: there is no such run. Which counters there are: as above.
std::vector<CounterPair> prepare_counter_pairs(const sim::Counters* first, const sim::Counters* second,
                                               sim::LaneSchedule lanes = sim::LaneSchedule::lockstep);

// "data race at line 31", for the list of findings.
std::string finding_title(const sim::Finding& finding);
// Both parties, the object and the index.
std::string finding_sentence(const sim::Finding& finding);

}  // namespace lockstep::gui
