// What moves through a run, wherever one is stepped: buttons, how far a step goes, how fast it plays.
#pragma once

#include <optional>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// To the start, back, play or pause, forward, to the end; 204 px wide. `at`: the left, and the middle height.
void draw_transport_buttons(PanelContext& context, Point at);

// Segments; another kind when one was pressed.
std::optional<sim::Trace::Step> choose_step(PanelContext& context, const Rect& row);

// "speed − 1× +", 136 px wide. `at`: the left, and the middle height.
void draw_speed_buttons(PanelContext& context, Point at);

}  // namespace lockstep::gui
