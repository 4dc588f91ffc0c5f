#include "gui/pages/step/model/story.hpp"

#include <algorithm>

#include "gui/pages/scene_words.hpp"
#include "sim/explain/story.hpp"

namespace lockstep::gui {
namespace {

constexpr float kBelow = 8;

// The figure keeps most of a low card; the whole story is in a tooltip.
std::size_t max_lines(float height) { return height < 150 ? 1 : height < 300 ? 2 : 4; }

}  // namespace

ToldStory told_story(const AppState& state, const Run& run, std::uint64_t position) {
  const sim::Combination* combination = run.figures->combination();
  if (state.story.empty() || combination == nullptr) return {state.story};
  const auto told = sim::tell_story(state.story, *run.trace, combination, position);
  return told ? ToldStory{*told} : ToldStory{told.error().message, true};
}

Rect draw_story(PanelContext& context, const Run& run, const Rect& content) {
  const AppState& state = context.state;
  if (state.title.empty() && state.story.empty()) return content;
  const ToldStory story = told_story(state, run, context.moment.position);
  const Rect below =
      draw_scene_words(context, story.text, story.is_wrong, content, max_lines(content.height));
  context.ui.canvas.line({content.x, below.y}, {content.right(), below.y}, Role::line);
  const float y = below.y + kBelow;
  return {content.x, y, content.width, std::max(0.0f, content.bottom() - y)};
}

}  // namespace lockstep::gui
