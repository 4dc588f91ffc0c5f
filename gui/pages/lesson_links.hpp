// The links of a lesson's text: the places where they can be pressed, and their effects.
#pragma once

#include <string_view>

#include "gui/lesson/layout/text_layout.hpp"
#include "gui/pages/page.hpp"

namespace lockstep::gui {

// Makes items of the links of a text with its top left corner at `origin`. `kind` is the prefix of their
// names, as in "link-0"; `first` is the number of the first link. Returns the number for the next link.
std::size_t press_lesson_links(PanelContext& context, const TextLayout& layout, Point origin,
                               std::string_view kind, std::size_t first = 0);

// Shows another page of the open lesson, selected by its name.
void show_lesson_page(AppState& state, const std::string& page);

}  // namespace lockstep::gui
