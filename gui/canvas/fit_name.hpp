// Names of kernels and files in little room.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Where "reduce/sequential-local" has no room it is "sequential-local": names of a folder differ at their
// end. Only what does not fit then is cut.
std::string fit_name(const Canvas& canvas, std::string_view name, const TextStyle& style, float width);

}  // namespace lockstep::gui
