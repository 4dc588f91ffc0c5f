// The title and the words of a prepared scene, above what they speak of.
#pragma once

#include <string_view>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws them into the top of `content`, at most so many lines of `words`, and returns what is left below.
// Words that do not fit are in a tooltip; a button takes all away.
Rect draw_scene_words(PanelContext& context, std::string_view words, bool is_wrong, const Rect& content,
                      std::size_t max_lines);

// Of what it draws.
float scene_words_height(PanelContext& context, std::string_view words, float width, std::size_t max_lines);

// On pages other than Step a strip between top bar and page has them: its height, 0 where the scene has no
// words.
float words_strip_height(PanelContext& context, const WindowArea& window);
void draw_words_strip(PanelContext& context, const Rect& strip);

}  // namespace lockstep::gui
