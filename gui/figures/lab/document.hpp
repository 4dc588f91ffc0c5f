// A scene's picture, its sentence and its tables as one SVG document.
#pragma once

#include <limits>
#include <string>

#include "gui/canvas/glossary.hpp"
#include "gui/canvas/theme.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// `width` in pixels; the height follows. Tables for which `most_height` leaves no room are left out, and a
// figure of many words shows as many as it has room for.
std::string lab_document(const lab::Report& report, const lab::Scene& scene, float width, ThemeName theme,
                         Words words, float most_height = std::numeric_limits<float>::max());

}  // namespace lockstep::gui
