#include "gui/pages/scene_words.hpp"

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "sim/explain/story.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kWordsTitle{Font::text_bold, Role::ink, Align::left, 14};
constexpr float kWordsTitleHeight = 22, kWordsLine = 18, kWordsClose = 24, kStripPadding = 10;
constexpr std::size_t kMaxStripLines = 2;

// Whether the strip shows the title. In a presentation it does not, because the line above the page
// shows the title.
bool has_strip_title(const AppState& state) { return !state.title.empty() && !state.presentation; }

// Returns the width of the text in the strip. Without a title, the text is beside the close button. A
// presentation has no close button.
float words_width(const AppState& state, float width) {
  return has_strip_title(state) || state.presentation ? width : width - kWordsClose - 8;
}

// Returns the text with the values of the run at this moment; empty until the values are available.
std::string told_words(const PanelContext& context) {
  const std::string& story = context.state.story;
  if (story.find('{') == story.npos) return story;
  const Run* const run = context.session.run();
  const sim::Combination* const combination = run == nullptr ? nullptr : run->figures->combination();
  if (combination == nullptr) return {};
  const auto told = sim::tell_story(story, *run->trace, combination, context.moment.position);
  return told ? *told : told.error().message;
}

// Returns the maximum number of lines. A presentation has more lines, because no tooltip shows the
// rest of the text.
std::size_t most_lines(const AppState& state) { return state.presentation ? 4 : kMaxStripLines; }

}  // namespace

Rect draw_scene_words(PanelContext& context, std::string_view words, bool is_wrong, const Rect& content,
                      std::size_t max_lines) {
  const AppState& state = context.state;
  Ui& ui = context.ui;
  const float width = content.width - kWordsClose - 8;
  float y = content.y;
  if (has_strip_title(state)) {
    ui.canvas.text({content.x, y - 1}, fit_text(ui.canvas, state.title, kWordsTitle, width), kWordsTitle);
    y += kWordsTitleHeight;
  }
  if (!state.presentation &&
      ui.button("end-story", {content.right() - kWordsClose, content.y - 4, kWordsClose, 22}, "×",
                "Removes the scene's title and story; the run stays"))
    context.commands.edit([](AppState& app) { end_story(app); });
  const TextStyle style{Font::text, is_wrong ? Role::costs : Role::ink, Align::left, 13};
  const float text_width = words_width(state, content.width);
  const std::vector<std::string> lines = wrap_text(ui.canvas, words, style, text_width);
  const std::size_t shown = std::min(lines.size(), max_lines);
  const Rect place{content.x, y, text_width,
                   static_cast<float>(shown) * kWordsLine - (kWordsLine - style.size)};
  if (shown > 0) ui.paragraph(place, words, style, kWordsLine / style.size);
  if (shown < lines.size()) ui.hint("story", place, words);
  y += static_cast<float>(shown) * kWordsLine;
  return {content.x, y, content.width, std::max(0.0f, content.bottom() - y)};
}

float scene_words_height(PanelContext& context, std::string_view words, float width, std::size_t max_lines) {
  const AppState& state = context.state;
  const TextStyle style{Font::text, Role::ink, Align::left, 13};
  const std::size_t lines = wrap_text(context.ui.canvas, words, style, words_width(state, width)).size();
  return (has_strip_title(state) ? kWordsTitleHeight : 0) +
         kWordsLine * static_cast<float>(std::min(lines, max_lines));
}

float words_strip_height(PanelContext& context, const WindowArea& window) {
  const AppState& state = context.state;
  if (!has_strip_title(state) && state.story.empty()) return 0;
  const float width = words_width(state, window.words_strip().width - 2 * kStripPadding);
  const TextStyle style{Font::text, Role::ink, Align::left, 13};
  const std::string words = told_words(context);
  const std::size_t lines = words.empty() ? 0 : wrap_text(context.ui.canvas, words, style, width).size();
  return (has_strip_title(state) ? kWordsTitleHeight : 0) +
         kWordsLine * static_cast<float>(std::min(lines, most_lines(state))) + 2 * kStripPadding - 4;
}

void draw_words_strip(PanelContext& context, const Rect& strip) {
  context.ui.card(strip);
  draw_scene_words(context, told_words(context), false,
                   {strip.x + kStripPadding, strip.y + kStripPadding, strip.width - 2 * kStripPadding,
                    strip.height - 2 * kStripPadding},
                   most_lines(context.state));
}

}  // namespace lockstep::gui
