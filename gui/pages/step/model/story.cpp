#include "gui/pages/step/model/story.hpp"

#include <algorithm>

#include "core/catalogue/listings.hpp"
#include "gui/pages/scene_words.hpp"
#include "sim/explain/story.hpp"

namespace lockstep::gui {
namespace {

constexpr float kBelow = 8;

// Limits the lines of the story, so that the figure keeps most of a short card. A tooltip shows the
// complete story.
constexpr std::size_t kStoryMaxLines = 4;
std::size_t max_lines(float height) { return height < 150 ? 1 : height < 300 ? 2 : kStoryMaxLines; }

// Appends the differences between a document's own kernel and its printed form to the story.
std::string with_origin(std::string story, const AppState& state) {
  if (const DocumentListing* const listing = state.listing())
    story += (story.empty() ? "" : " ") + origin_of(*listing);
  return story;
}

}  // namespace

ToldStory told_story(const AppState& state, const Run& run, std::uint64_t position) {
  const sim::Combination* combination = run.figures->combination();
  if (state.story.empty() || combination == nullptr) return {with_origin(state.story, state)};
  const auto told = sim::tell_story(state.story, *run.trace, combination, position);
  return told ? ToldStory{with_origin(*told, state)} : ToldStory{told.error().message, true};
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

float story_height(PanelContext& context, const Run& run, float width) {
  const AppState& state = context.state;
  if (state.title.empty() && state.story.empty()) return 0;
  const ToldStory story = told_story(state, run, context.moment.position);
  return scene_words_height(context, story.text, width, kStoryMaxLines) + kBelow;
}

}  // namespace lockstep::gui
