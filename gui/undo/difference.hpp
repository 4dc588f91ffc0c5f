// What differs between two states, for a sentence.
#pragma once

#include <string>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// Names the fields of a scene that differ, with their values in `to`: "n is 64 again, breakpoints as before".
// Of many it names three, and then their number.
std::string difference(const AppState& from, const AppState& to);

}  // namespace lockstep::gui
