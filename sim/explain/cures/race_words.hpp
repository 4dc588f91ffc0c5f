// Sentences about a data race that no change of the text expresses: the values that the race changed, and why
// no barrier removes the race.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/cures/other_outcome.hpp"
#include "sim/frontend/tree/ast.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

bool is_within_group(const Plan& plan, const Finding& race);

// Returns "Work-item 0 reads 26 at line 33, but should read 47."; "" if no run shows the right value.
// `repaired` is the plan with a change that removes the race, or null if no such change is known; in that
// case, the run itself shows the right value if its result is right.
std::string race_values(const Plan& plan, const Plan* repaired, const DeviceModel& model,
                        const Schedule& schedule, const Finding& race,
                        const std::optional<OtherOutcome>& other, bool is_right, const std::stop_token& stop);

// If a loop waits for another work-item of the group, returns why this is an error; otherwise "".
std::string waiting_words(const Plan& plan, const language::TranslationUnit& unit, const Finding& race);

// Returns why none of the changes tried removes the race; "" if the reason is unknown.
std::string race_words(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                       const language::TranslationUnit& unit, const Finding& race,
                       const std::stop_token& stop);

}  // namespace lockstep::sim
