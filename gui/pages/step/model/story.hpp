// Draws the title and the story of a prepared scene above the figure.
#pragma once

#include <string>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// The story with the values of the run at this moment, or the error in the scene's text.
struct ToldStory {
  std::string text;
  bool is_wrong = false;
};
ToldStory told_story(const AppState& state, const Run& run, std::uint64_t position);

// Draws the title and the story at the top of `content`, and returns the remaining area. If the scene has no
// text, returns the whole area.
Rect draw_story(PanelContext& context, const Run& run, const Rect& content);
// Returns the height of draw_story(); 0 if the scene has no text.
float story_height(PanelContext& context, const Run& run, float width);

}  // namespace lockstep::gui
