// A short tour that points at the parts of the window one after another.
#pragma once

#include <string_view>
#include <vector>

#include "gui/overlays/overlays.hpp"

namespace lockstep::gui {

// A stop of the tour. Its target is the card of a panel, or an item that can be pressed.
struct TourStop {
  std::string_view card, item;
  std::string_view title, text;
  std::string_view on_card{};  // card that contains an item, if it may be covered by another card
};
const std::vector<TourStop>& tour_stops();

// Returns the place for a bubble of this size in the window: beside, below or above its target. If the target
// is smaller than the bubble, the place is below or above the target if possible.
Rect place_bubble(const Rect& target, float width, float height, const Rect& window);

// The tour as an overlay. The page number in the state (Overlay page) selects the stop.
class Tour final : public Overlay {
 public:
  std::string_view name() const override { return "tour"; }
  std::optional<Action> action() const override { return actions::start_tour; }
  void begin(ActionContext& context) override;
  // Handles all keys, some of which move to the next or previous stop.
  bool press(const KeyPress& press, ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  std::optional<std::uint64_t> brought_;  // the stop whose card was brought to the front
};

}  // namespace lockstep::gui
