// The Compare page: the table of all algorithms on the same input, and two of them stepped together.
#pragma once

#include <memory>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

std::unique_ptr<Panel> make_compare_panel();

// Its keys (keys.cpp).
std::vector<ActionGroup> compare_actions();
// One step of both runs while they play; false at the end.
bool play_pair_on(ActionContext& context);

}  // namespace lockstep::gui
