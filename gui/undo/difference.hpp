// Describes the difference between two states for use in a sentence.
#pragma once

#include <string>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// Names the fields of a scene that differ, with their values in `to`: "n is 64 again, breakpoints as before".
// If more than three fields differ, only three are named, followed by the number of the others.
std::string difference(const AppState& from, const AppState& to);

}  // namespace lockstep::gui
