// The links of a lesson's text: where they can be pressed, and what they do.
#pragma once

#include <string_view>

#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

// Makes the links of a text with its top left at `origin` items, "link-0" and so on. `first`: the number of
// the first one; the result is that of the next. `kind`: the first part of their names.
std::size_t press_lesson_links(PanelContext& context, const TextLayout& layout, Point origin,
                               std::string_view kind, std::size_t first = 0);

// Another page of the open lesson, by its name.
void show_lesson_page(AppState& state, const std::string& page);

}  // namespace lockstep::gui
