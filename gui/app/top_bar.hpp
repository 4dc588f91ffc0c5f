// The top bar: a tab for each page, and the shown page's toolbar.
#pragma once

#include <memory>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// `own_run`: the state of the user's own run, to which the bar offers a way back; null: it is shown.
void draw_top_bar(const WindowArea& window, PanelContext& context,
                  const std::vector<std::unique_ptr<Page>>& pages, const AppState* own_run);
// The height of the second line, which contains the way back, and the chips if the bar is too narrow for
// them; 0: there is no second line.
float chips_line_height(PanelContext& context, const WindowArea& window, const AppState* own_run);

}  // namespace lockstep::gui
