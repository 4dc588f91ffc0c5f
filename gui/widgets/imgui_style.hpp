// Applies the colours and the font of the theme to the parts that Dear ImGui draws: popups, text fields
// and tooltips.
#pragma once

#include "gui/canvas/theme.hpp"
#include "gui/widgets/fonts.hpp"

struct ImFont;

namespace lockstep::gui {

// The index of the Dear ImGui colour in which popups show error messages. The interface does not use this
// colour otherwise.
extern const int kProblemColour;

void apply_style(ThemeName theme, float scale);
// Returns the font of these parts: text of size 13.
ImFont* interface_font(const FontSet& fonts);

}  // namespace lockstep::gui
