// The area of the window that a page may use, in pixels at scale 1.
#pragma once

#include <algorithm>
#include <cmath>

#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// Every page can be laid out in an area of this size. The contents are never enlarged so much that less space
// remains. The scale is at least the minimum, even in a very small window.
inline constexpr float kLeastWindowWidth = 800, kLeastWindowHeight = 450, kLeastScale = 0.75f;

// Returns `wanted`, or the largest scale at which the contents fit in a window of this size in pixels.
inline float fitting_scale(float wanted, float width, float height) {
  const float most = std::max(kLeastScale, std::min(width / kLeastWindowWidth, height / kLeastWindowHeight));
  // The scale changes in steps of 0.05, so that the fonts are not rebuilt for each pixel while a
  // window is resized.
  return std::min(wanted, std::floor(20 * most + 0.001f) / 20);
}

// The size of a presented page at scale 1. In a presentation the window has the same layout on every screen,
// so that the text is legible from the last row. `of_screen`: the scale of the screen, which is used outside
// a presentation.
inline constexpr float kPresentedWidth = 1280 / 1.5f, kPresentedHeight = 720 / 1.5f;
inline float wanted_scale(bool presentation, float ui_scale, float of_screen, float width, float height) {
  if (!presentation) return of_screen * ui_scale;
  return ui_scale * std::min(width / kPresentedWidth, height / kPresentedHeight);
}

// The areas of a window. In short windows, such as on a laptop with 1280 by 720 pixels, all parts except the
// page's figures are smaller.
struct WindowArea {
  float width = 0, height = 0;
  bool presented = false;  // in a presentation, only a line with the title is above the page
  float chips = 0;         // height of the top bar's second line; 0: the chips fit in the first line
  float words = 0;         // height of the strip with a scene's text above the page; 0: none

  bool is_low() const { return height < 800; }
  // Whether the window is too narrow for three columns, so that cards share a place.
  bool is_narrow() const { return width < 1000; }
  // The gap between two cards, and at the edge of the window.
  float gap() const { return presented ? 6.0f : is_low() ? 8.0f : 12.0f; }
  float top_bar_height() const { return presented ? 22.0f : is_low() ? 46.0f : 52.0f; }
  Rect window() const { return {0, 0, width, height}; }
  Rect top_bar() const { return {0, 0, width, top_bar_height()}; }
  Rect chips_line() const { return {gap(), top_bar_height(), width - 2 * gap(), chips}; }
  float top_of_page() const { return top_bar_height() + chips + (presented ? 0 : gap()); }
  // The strip between the top bar and the page.
  Rect words_strip() const { return {gap(), top_of_page(), width - 2 * gap(), words}; }
  // The area below the top bar and the strip, without the gaps.
  Rect below_top_bar() const {
    const float top = top_of_page() + (words > 0 ? words + gap() : 0);
    return {gap(), top, width - 2 * gap(), height - top - gap()};
  }
};

// The part of a card inside its padding.
inline Rect inside(const Rect& card) {
  constexpr float x = 16, y = 13;
  return {card.x + x, card.y + y, std::max(0.0f, card.width - 2 * x), std::max(0.0f, card.height - 2 * y)};
}

}  // namespace lockstep::gui
