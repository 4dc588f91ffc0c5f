// Draws the title and the text of a prepared scene above the contents that they describe.
#pragma once

#include <string_view>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// Draws the title and the text `words` at the top of `content`, and returns the remaining area. At most
// `max_lines` lines of the text are drawn; a tooltip shows the complete text. A button removes the title and
// the text from the scene.
Rect draw_scene_words(PanelContext& context, std::string_view words, bool is_wrong, const Rect& content,
                      std::size_t max_lines);

// Returns the height that draw_scene_words() needs.
float scene_words_height(PanelContext& context, std::string_view words, float width, std::size_t max_lines);

// Returns the height of the strip between the top bar and the page, which shows the title and the text on
// pages other than Step; 0 if the scene has no text.
float words_strip_height(PanelContext& context, const WindowArea& window);
void draw_words_strip(PanelContext& context, const Rect& strip);

}  // namespace lockstep::gui
