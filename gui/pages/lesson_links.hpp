// Makes the links in a lesson's text items that can be pressed, and follows a pressed link.
#pragma once

#include <string_view>

#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

// Makes items of the links of a text, and follows a link that is pressed. `origin`: the top left corner of
// the text; `kind`: the prefix of the items' names, as in "link-0"; `first`: the number of the first link.
// Returns the number for the next link.
std::size_t press_lesson_links(PanelContext& context, const TextLayout& layout, Point origin,
                               std::string_view kind, std::size_t first = 0);

// Shows the page with this name of the open lesson.
void show_lesson_page(AppState& state, const std::string& page);

}  // namespace lockstep::gui
