// Fits names of kernels and files into narrow spaces.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Shortens "reduce/sequential-local" to "sequential-local" if the full name does not fit, because names
// within a folder differ in their last part. Cuts the name only if the short form does not fit either.
std::string fit_name(const Canvas& canvas, std::string_view name, const TextStyle& style, float width);

}  // namespace lockstep::gui
