// Writes the picture, the sentence and the tables of a Lab scene as one SVG document.
#pragma once

#include <limits>
#include <string>

#include "gui/canvas/glossary.hpp"
#include "gui/canvas/theme.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// `width` is in pixels; the height depends on the content. Tables that do not fit in `most_height` are
// omitted, and a figure with many rows of words shows as many rows as fit.
std::string lab_document(const lab::Report& report, const lab::Scene& scene, float width, ThemeName theme,
                         Words words, float most_height = std::numeric_limits<float>::max());

}  // namespace lockstep::gui
