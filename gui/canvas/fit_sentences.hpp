// Fits text of several sentences into a small space.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Removes sentences from the end until the text has at most this many lines; keeps the first sentence.
std::string fit_sentences(const Canvas& canvas, std::string text, const TextStyle& style, float width,
                          std::size_t lines);

}  // namespace lockstep::gui
