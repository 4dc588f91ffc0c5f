// Draws the title and the text of a prepared scene above the contents that they describe.
#pragma once

#include <string_view>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws them at the top of `content`, with a limited number of lines of `words`, and returns the remaining
// area. A tooltip shows the complete text; a button removes title and text.
Rect draw_scene_words(PanelContext& context, std::string_view words, bool is_wrong, const Rect& content,
                      std::size_t max_lines);

// The height of the drawing.
float scene_words_height(PanelContext& context, std::string_view words, float width, std::size_t max_lines);

// The height of the strip between top bar and page that shows them on pages other than Step; 0 if the scene
// has no text.
float words_strip_height(PanelContext& context, const WindowArea& window);
void draw_words_strip(PanelContext& context, const Rect& strip);

}  // namespace lockstep::gui
