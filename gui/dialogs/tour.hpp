// A short tour that points at the real widgets, one after the other, and the hint that a newcomer sees first.
#pragma once

#include <string_view>
#include <vector>

#include "gui/dialogs/overlays.hpp"

namespace lockstep::gui {

// What the tour points at: a card of the layout, or something that can be pressed.
struct TourStop {
  Rect Layout::*card = nullptr;
  std::string_view item;
  std::string_view title, text;
};
const std::vector<TourStop>& tour_stops();

// Where a bubble of this size goes: beside, below or above what it is about, inside the window. Below or
// above, not beside, what is smaller than it.
Rect place_bubble(const Rect& target, float width, float height, const Rect& window);

// The state's page is the stop.
class Tour final : public Overlay {
 public:
  std::string_view name() const override { return "tour"; }
  std::optional<Action> action() const override { return Action::start_tour; }
  void begin(OverlayContext& context) override;
  // On, back, or out; it takes all keys.
  bool press(const KeyPress& press, OverlayContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;
};

// What to press first; goes away with the first key or click.
class Welcome final : public Overlay {
 public:
  std::string_view name() const override { return "welcome"; }
  std::optional<Action> action() const override { return std::nullopt; }
  bool blocks() const override { return false; }
  void draw(const OverlayFrame& frame, PanelContext& context) override;
};

}  // namespace lockstep::gui
