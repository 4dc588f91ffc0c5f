// The title and the story of a prepared scene, above the figure.
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

// Draws them at the top of `content` and returns the remaining area; the whole area if the scene has no text.
Rect draw_story(PanelContext& context, const Run& run, const Rect& content);
// The height of all lines of the drawing; 0: the scene has no text.
float story_height(PanelContext& context, const Run& run, float width);

}  // namespace lockstep::gui
