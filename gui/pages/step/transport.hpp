// Controls that move through a run, on any page: buttons, the kind of step, the speed.
#pragma once

#include <optional>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Buttons: to the start, back, play or pause, forward, to the end; 204 px wide. `at`: left edge
// and vertical centre.
void draw_transport_buttons(PanelContext& context, Point at);

// Draws segments. Returns the new kind of step after a press.
std::optional<sim::Trace::Step> choose_step(PanelContext& context, const Rect& row);

// Draws "speed − 1× +", 136 px wide. `at`: left edge and vertical centre.
void draw_speed_buttons(PanelContext& context, Point at);

}  // namespace lockstep::gui
