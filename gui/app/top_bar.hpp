// The top bar: a tab for each page, and the shown page's toolbar.
#pragma once

#include <memory>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// `own_run`: the state of the user's own run, to which a button in the bar returns; null: the user's
// own run is shown.
void draw_top_bar(const WindowArea& window, PanelContext& context,
                  const std::vector<std::unique_ptr<Page>>& pages, const AppState* own_run);
// Returns the height of the second line of the bar. If the bar is too narrow, this line contains the button
// that returns to the user's own run, and combo boxes. 0: there is no second line.
float chips_line_height(PanelContext& context, const WindowArea& window, const AppState* own_run);

}  // namespace lockstep::gui
