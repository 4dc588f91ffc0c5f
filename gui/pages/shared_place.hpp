// Where a window has no room for several cards they share a place: tabs above, one card below.
#pragma once

#include <string>
#include <vector>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// A card that shares a place.
struct CardTab {
  std::string_view card;  // its panel's name
  std::string title;      // of the tab, short
  std::string_view tooltip{};
  bool alarms = false;  // something on the card is wrong
};

// A place that cards share is divided into tabs and the card.
struct SharedPlace {
  static constexpr float kTabs = 26, kGap = 5;
  Rect place;
  Rect tabs() const { return {place.x, place.y, place.width, kTabs}; }
  Rect card() const {
    const float above = kTabs + kGap;
    return {place.x, place.y + above, place.width, std::max(0.0f, place.height - above)};
  }
};

// The tabs of a shared place; a press brings a card to the front.
class CardTabs final : public Panel {
 public:
  std::string_view help() const override { return "The cards that share this place."; }
  // Before it is drawn.
  void show(std::vector<CardTab> tabs, std::string_view front) {
    tabs_ = std::move(tabs);
    front_ = front;
  }
  void draw(const Rect& strip, PanelContext& context) override;

 private:
  std::vector<CardTab> tabs_;
  std::string front_;
};

}  // namespace lockstep::gui
