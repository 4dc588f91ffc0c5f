// The top bar: a tab for each page, and the shown page's toolbar.
#pragma once

#include <memory>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

// `own_run`: the user's, to which the bar offers the way back; null: it is the one that is shown.
void draw_top_bar(const WindowArea& window, PanelContext& context,
                  const std::vector<std::unique_ptr<Page>>& pages, const AppState* own_run);
// The height of its second line, which has the way back and the chips where the bar is too narrow for them;
// 0: there is none.
float chips_line_height(PanelContext& context, const WindowArea& window, const AppState* own_run);

}  // namespace lockstep::gui
