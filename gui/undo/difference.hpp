// Describes the difference between two states for use in a sentence.
#pragma once

#include <string>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// Names the fields of a scene that differ, with their values in `to`: "n is 64 again, breakpoints as before".
// Names at most three fields, followed by the number of further ones.
std::string difference(const AppState& from, const AppState& to);

}  // namespace lockstep::gui
