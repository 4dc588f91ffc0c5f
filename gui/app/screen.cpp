#include "gui/app/screen.hpp"

#include <algorithm>

#include "gui/app/top_bar.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/zoomed.hpp"
#include "gui/pages/scene_words.hpp"

namespace lockstep::gui {
namespace {

bool is_drawn(const Rect& card) { return card.width > 0 && card.height > 0; }

// Returns the smallest rectangle that contains both rectangles.
Rect around(const Rect& a, const Rect& b) {
  if (!is_drawn(a)) return b;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

Rect times(const Rect& rect, float zoom) {
  return {rect.x * zoom, rect.y * zoom, rect.width * zoom, rect.height * zoom};
}

// Draws a panel of a presentation enlarged, including all items that can be pressed in it.
void draw_zoomed(const PlacedPanel& placed, PanelContext& context) {
  const float zoom = placed.zoom;
  if (zoom == 1) return placed.panel->draw(placed.card, context);
  ZoomedCanvas canvas(context.ui.canvas, zoom);
  Ui ui(canvas, context.ui.scale * zoom, context.ui.typed, context.ui.popup);
  ui.blocked = context.ui.blocked;
  ui.quiet = context.ui.quiet;
  ui.tips = context.ui.tips;
  ui.focus = context.ui.focus;
  ui.press_focus = context.ui.press_focus;
  ui.focus_moved = context.ui.focus_moved;
  std::vector<NamedPlace> places;
  if (context.ui.places != nullptr) ui.places = &places;
  PanelContext inner{.state = context.state,
                     .session = context.session,
                     .moment = context.moment,
                     .program = context.program,
                     .talk = context.talk,
                     .lessons = context.lessons,
                     .predict = context.predict,
                     .activity = context.activity,
                     .ui = ui,
                     .commands = context.commands,
                     .actions = context.actions,
                     .page = context.page,
                     .page_actions = context.page_actions,
                     .link = context.link,
                     .next_link = context.next_link};
  placed.panel->draw(times(placed.card, 1 / zoom), inner);
  context.ui.over_item |= ui.over_item;
  context.ui.drag_taken |= ui.drag_taken;
  for (NamedPlace& place : places) {
    place.rect = times(place.rect, zoom);
    context.ui.places->push_back(std::move(place));
  }
}

// Draws the title line of a presentation: the title, and the position in the talk.
void draw_title_line(const Rect& line, PanelContext& context) {
  Canvas& canvas = context.ui.canvas;
  const TextStyle title{Font::text_bold, Role::ink, Align::left, 13},
      position{Font::text, Role::second_ink, Align::right, 12};
  const TalkPage* page = context.talk.shown();
  const std::string right =
      context.talk.typed().empty() ? context.talk.position() : "page " + context.talk.typed() + " ⏎";
  const float room = line.width - 24 - canvas.text_width(right, position);
  canvas.text({8, top_for_centre(line.centre().y, title)},
              fit_text(canvas, page != nullptr ? page_title(*page) : scene_title(context.state), title, room),
              title);
  canvas.text({line.right() - 8, top_for_centre(line.centre().y, position)}, right, position);
}

}  // namespace

void Screen::draw(PanelContext& context, const WindowArea& whole, const AppState* own_run) {
  WindowArea window = whole;
  window_ = window.window();
  if (!window.presented) window.chips = chips_line_height(context, window, own_run);
  // A strip below the top bar shows the words of the scene, on the pages that have this strip.
  if (context.page.has_scene_words() && has_words_here(context.state))
    window.words = words_strip_height(context, window);
  if (window.words > 0) draw_words_strip(context, window.words_strip());
  if (window.presented)
    draw_title_line(window.top_bar(), context);
  else
    draw_top_bar(window, context, pages_, own_run);
  cards_ = place(window, context);
  std::erase_if(cards_, [](const PlacedPanel& placed) { return !is_drawn(placed.card); });
  stage_ = {};
  for (const PlacedPanel& placed : cards_) {
    draw_zoomed(placed, context);
    if (placed.is_stage) stage_ = around(stage_, placed.card);
  }
  if (!is_drawn(stage_)) stage_ = window.window();
}

// A page of a talk can have a text. In Step the text is one of the cards. On other pages, the text is placed
// beside or above the cards, whichever leaves more space for the contents of the cards.
std::vector<PlacedPanel> Screen::place(const WindowArea& window, PanelContext& context) {
  const bool has_text = window.presented && context.page.key() != kStepPage && !context.talk.texts().empty();
  if (!has_text) return context.page.place(window, context);
  const Rect page = window.below_top_bar();
  const float gap = window.gap();
  const float height = text_->wanted_extent(context, page, TextSide::above) + gap;
  const float above = context.page.presented_zoom(
      context, {page.x, page.y + height, page.width, std::max(0.0f, page.height - height)});
  const float width = text_->wanted_extent(context, page, TextSide::beside) + gap;
  const float beside = context.page.presented_zoom(
      context, {page.x + width, page.y, std::max(0.0f, page.width - width), page.height});
  const bool is_above = above > beside;
  if (is_above) text_->wanted_extent(context, page, TextSide::above);
  WindowArea rest = window;
  (is_above ? rest.height : rest.width) -= is_above ? height : width;
  std::vector<PlacedPanel> placed = context.page.place(rest, context);
  for (PlacedPanel& panel : placed) (is_above ? panel.card.y : panel.card.x) += is_above ? height : width;
  const Rect text = is_above ? Rect{page.x, page.y, page.width, height - gap}
                             : Rect{page.x, page.y, width - gap, page.height};
  placed.insert(placed.begin(), {"text", text_.get(), text});
  return placed;
}

void Screen::end_frame(const Link& link) {
  link_ = link;
  page_actions_.clear();
}

}  // namespace lockstep::gui
