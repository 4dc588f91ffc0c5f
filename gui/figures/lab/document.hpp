// A scene's picture, its sentence and its tables as one SVG document.
#pragma once

#include <string>

#include "gui/canvas/glossary.hpp"
#include "gui/canvas/theme.hpp"
#include "sim/lab/scene.hpp"

namespace lockstep::gui {

// `width` in pixels; the height follows.
std::string lab_document(const lab::Report& report, const lab::Scene& scene, float width, ThemeName theme,
                         Words words);

}  // namespace lockstep::gui
