// Controls to move through a run, on any page: buttons, the kind of step, the speed.
#pragma once

#include <optional>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// To the start, back, play or pause, forward, to the end; 204 px wide. `at`: the left, and the middle height.
void draw_transport_buttons(PanelContext& context, Point at);

// Segments. Returns the new kind of step after a press.
std::optional<sim::Trace::Step> choose_step(PanelContext& context, const Rect& row);

// "speed − 1× +", 136 px wide. `at`: the left, and the middle height.
void draw_speed_buttons(PanelContext& context, Point at);

}  // namespace lockstep::gui
