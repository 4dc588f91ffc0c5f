// In a window that is too small for several cards, cards share a place, which consists of tabs and one card
// below the tabs.
#pragma once

#include <string>
#include <vector>

#include "gui/pages/panel.hpp"

namespace lockstep::gui {

// A card that shares a place.
struct CardTab {
  std::string_view card;  // name of the card's panel
  std::string title;      // short title of the tab
  std::string_view tooltip{};
  bool alarms = false;  // whether the card reports an error
};

// The parts of a place that cards share: the tabs and the card.
struct SharedPlace {
  static constexpr float kTabs = 26, kGap = 5;
  Rect place;
  Rect tabs() const { return {place.x, place.y, place.width, kTabs}; }
  Rect card() const {
    const float above = kTabs + kGap;
    return {place.x, place.y + above, place.width, std::max(0.0f, place.height - above)};
  }
};

// The tabs of a shared place. Pressing a tab brings its card to the front.
class CardTabs final : public Panel {
 public:
  std::string_view help() const override { return "The cards that share this place."; }
  // Sets the tabs. Call this before the panel is drawn. `front`: the card that is shown.
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
