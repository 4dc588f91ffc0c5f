// Draws the controls that move through a run, on any page: buttons, the kind of step, and the speed.
#pragma once

#include <optional>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws the buttons "to the start", "back", "play or pause", "forward" and "to the end", which are 204 px
// wide together. `at`: the left edge and vertical centre of the buttons.
void draw_transport_buttons(PanelContext& context, Point at);

// Draws a segmented control for the kind of step. Returns the new kind of step if the user selects one.
std::optional<sim::Trace::Step> choose_step(PanelContext& context, const Rect& row);

// Draws "speed − 1× +", which is 136 px wide. `at`: the left edge and vertical centre of the drawing.
void draw_speed_buttons(PanelContext& context, Point at);

}  // namespace lockstep::gui
