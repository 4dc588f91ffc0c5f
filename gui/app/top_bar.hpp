// The top bar: a tab for each page, and the shown page's toolbar.
#pragma once

#include <memory>
#include <vector>

#include "gui/pages/page.hpp"

namespace lockstep::gui {

void draw_top_bar(const Rect& bar, PanelContext& context, const std::vector<std::unique_ptr<Page>>& pages);

}  // namespace lockstep::gui
