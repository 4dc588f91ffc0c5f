// The theme's colours for the parts that Dear ImGui draws: popups, text fields, tooltips.
#pragma once

#include "gui/canvas/theme.hpp"
#include "gui/widgets/fonts.hpp"

struct ImFont;

namespace lockstep::gui {

// The colour of error messages in popups; it uses a Dear ImGui colour that is not used otherwise.
extern const int kProblemColour;

void apply_style(ThemeName theme, float scale);
// Their font: text of size 13.
ImFont* interface_font(const FontSet& fonts);

}  // namespace lockstep::gui
