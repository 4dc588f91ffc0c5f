// A short tour that points at the real widgets, one after the other, and the hint that a newcomer sees first.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gui/keys.hpp"
#include "gui/layout.hpp"
#include "gui/ui.hpp"

namespace lockstep::gui {

// What the tour points at: a card of the layout, or something that can be pressed.
struct TourStop {
  Rect Layout::*card = nullptr;
  std::string_view item;
  std::string_view title, text;
};
const std::vector<TourStop>& tour_stops();

// Where a bubble of this size goes: beside, below or above what it is about, inside the window.
Rect place_bubble(const Rect& target, float width, float height, const Rect& window);

class Tour {
 public:
  bool is_running() const { return stop_.has_value(); }
  std::size_t stop() const { return stop_.value_or(0); }
  void start() { stop_ = 0; }
  // What to press first; goes away with the first key or click.
  void welcome() { welcomes_ = true; }
  bool welcomes() const { return welcomes_; }
  void end_welcome() { welcomes_ = false; }
  // On, back, or out; true when the key was for the tour.
  bool take(const KeyPress& press);
  // `places`: of this frame.
  void draw(Ui& ui, const Rect& window, const Layout& layout, const std::vector<NamedPlace>& places);

 private:
  std::optional<std::size_t> stop_;
  bool welcomes_ = false;
};

}  // namespace lockstep::gui
