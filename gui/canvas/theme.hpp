// A theme maps roles to colours. Shapes and text have separate maps, because the colour of a bar is often too
// pale for text. Text has a contrast of at least 4.5 : 1 on cards and on the ground.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

enum class ThemeName : std::uint8_t { light, dark, projector };
inline constexpr std::array kThemeNames{ThemeName::light, ThemeName::dark, ThemeName::projector};

std::string_view name(ThemeName theme);  // "light" …
std::optional<ThemeName> parse_theme(std::string_view name);

Colour shape_colour(ThemeName theme, Role role);
Colour text_colour(ThemeName theme, Role role);

// Returns the contrast ratio of two colours as defined by WCAG, from 1 to 21.
double contrast(Colour a, Colour b);

// "#0072b2"
std::string hex(Colour colour);

}  // namespace lockstep::gui
