#include "gui/app/screen.hpp"

#include <algorithm>

#include "gui/app/top_bar.hpp"

namespace lockstep::gui {
namespace {

bool is_drawn(const Rect& card) { return card.width > 0 && card.height > 0; }

// Both rectangles, and what lies between them.
Rect around(const Rect& a, const Rect& b) {
  if (!is_drawn(a)) return b;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace

void Screen::draw(PanelContext& context, const WindowArea& window) {
  window_ = window.window();
  if (!context.page.hides_top_bar(context.state)) draw_top_bar(window.top_bar(), context, pages_);
  cards_ = context.page.place(window, context);
  std::erase_if(cards_, [](const PlacedPanel& placed) { return !is_drawn(placed.card); });
  stage_ = {};
  for (const PlacedPanel& placed : cards_) {
    placed.panel->draw(placed.card, context);
    if (placed.is_stage) stage_ = around(stage_, placed.card);
  }
  if (!is_drawn(stage_)) stage_ = window.window();
}

void Screen::end_frame(const Link& link) {
  link_ = link;
  page_actions_.clear();
}

}  // namespace lockstep::gui
