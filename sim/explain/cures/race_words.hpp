// What is said of a data race beside a change of the text: the values that it changed, and why no barrier
// helps.
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

// "Work-item 0 reads 26 at line 33, but should read 47."; "" if no run shows the right value. `repaired` is
// the plan with a change that removes the race; null: none is known, and the run itself shows it where its
// result is right.
std::string race_values(const Plan& plan, const Plan* repaired, const DeviceModel& model,
                        const Schedule& schedule, const Finding& race,
                        const std::optional<OtherOutcome>& other, bool is_right, const std::stop_token& stop);

// Where a loop waits for another work-item of the group, what is wrong with that; "" elsewhere.
std::string waiting_words(const Plan& plan, const language::TranslationUnit& unit, const Finding& race);

// Why none of the changes that were tried removes it; "" where nothing more is known.
std::string race_words(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                       const language::TranslationUnit& unit, const Finding& race,
                       const std::stop_token& stop);

}  // namespace lockstep::sim
