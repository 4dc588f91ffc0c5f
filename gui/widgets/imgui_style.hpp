// The colours of the theme for the parts that Dear ImGui draws: popups, text fields, tooltips.
#pragma once

#include "gui/canvas/theme.hpp"
#include "gui/widgets/fonts.hpp"

struct ImFont;

namespace lockstep::gui {

// Of sentences in popups that say what is wrong: a colour of Dear ImGui that nothing else here uses.
extern const int kProblemColour;

void apply_style(ThemeName theme, float scale);
// Their font: text at 13.
ImFont* interface_font(const FontSet& fonts);

}  // namespace lockstep::gui
