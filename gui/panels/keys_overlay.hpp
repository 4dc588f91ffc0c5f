// The list of all keys, over everything else.
#pragma once

#include "gui/view.hpp"

namespace lockstep::gui {

void draw_keys_overlay(Ui& ui, const Rect& window, Activity& activity);

}  // namespace lockstep::gui
