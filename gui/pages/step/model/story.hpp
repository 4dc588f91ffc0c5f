// The title and the story of a prepared scene, above the figure.
#pragma once

#include <string>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// With the values of the run at this moment; or what is wrong with the scene's words.
struct ToldStory {
  std::string text;
  bool is_wrong = false;
};
ToldStory told_story(const AppState& state, const Run& run, std::uint64_t position);

// Draws them into the top of `content` and returns what is left; all of it where the scene has no words.
Rect draw_story(PanelContext& context, const Run& run, const Rect& content);
// Of what it draws where there is room for all lines; 0: the scene has no words.
float story_height(PanelContext& context, const Run& run, float width);

}  // namespace lockstep::gui
