// The schedules that the window offers, in words. Prepared without drawing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/machine/schedule.hpp"

namespace lockstep::gui {

// Those worth trying, and the one that is chosen.
std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen);
// "each lane by itself, in an adversarial order"
std::string schedule_label(const sim::Schedule& schedule);
// "lockstep", "independent", "adversarial": what fits a chip.
std::string_view short_label(const sim::Schedule& schedule);

}  // namespace lockstep::gui
