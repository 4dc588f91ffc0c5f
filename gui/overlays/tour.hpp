// A short tour that points at the real widgets one after another.
#pragma once

#include <string_view>
#include <vector>

#include "gui/overlays/overlays.hpp"

namespace lockstep::gui {

// What the tour points at: the card of a panel, or an item that can be pressed.
struct TourStop {
  std::string_view card, item;
  std::string_view title, text;
  std::string_view on_card{};  // the card that an item is on, where that may be behind another one
};
const std::vector<TourStop>& tour_stops();

// Where a bubble of this size goes: beside, below or above its target, inside the window; below or above a
// target that is smaller than the bubble.
Rect place_bubble(const Rect& target, float width, float height, const Rect& window);

// The state's page is the stop.
class Tour final : public Overlay {
 public:
  std::string_view name() const override { return "tour"; }
  std::optional<Action> action() const override { return actions::start_tour; }
  void begin(ActionContext& context) override;
  // Forward, back, or close; it takes all keys.
  bool press(const KeyPress& press, ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  std::optional<std::uint64_t> brought_;  // the stop whose card was brought to the front
};

}  // namespace lockstep::gui
