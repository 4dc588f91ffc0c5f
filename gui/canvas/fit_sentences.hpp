// Text of several sentences in little room.
#pragma once

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Sentences are left out from the end until the rest has at most so many lines; the first one stays.
std::string fit_sentences(const Canvas& canvas, std::string text, const TextStyle& style, float width,
                          std::size_t lines);

}  // namespace lockstep::gui
