// The little that Dear ImGui draws by itself (popups, text fields, tooltips) in the colours of the theme.
#pragma once

#include "gui/canvas/theme.hpp"
#include "gui/widgets/fonts.hpp"

struct ImFont;

namespace lockstep::gui {

void apply_style(ThemeName theme, float scale);
// The font of those: text at 13.
ImFont* interface_font(const FontSet& fonts);

}  // namespace lockstep::gui
