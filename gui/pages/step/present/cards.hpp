// The cards that only a presentation has. Each says how high it would like to be.
#pragma once

#include <memory>

#include "gui/pages/panel.hpp"
#include "gui/pages/step/present/layout.hpp"

namespace lockstep::gui {

// A few lines of the kernel around the next one, in large type.
std::unique_ptr<Panel> make_presented_source();
// The counters that the scene chose, with the change of this step.
std::unique_ptr<Panel> make_presented_counters();
// The scene's story, and the next step in words.
std::unique_ptr<Panel> make_presented_sentence();
// The run as a timeline, without controls.
std::unique_ptr<Panel> make_presented_timeline();
// The text of the talk's page, beside the cards.
enum class TextSide : std::uint8_t { beside, above };
class PresentedText : public Panel {
 public:
  // The width beside the cards, or the height above them, that it needs of a window's page, with its answer;
  // 0: the page has no text. It is drawn as it was asked for last.
  virtual float wanted_extent(PanelContext& context, const Rect& page, TextSide side) = 0;
};
std::unique_ptr<PresentedText> make_presented_text();

// What the cards of the shown run need; `panel_of`: the panel of a card, which says its height.
PresentationNeeds presentation_needs(PanelContext& context, std::function<Panel&(ShowCard)> panel_of);

}  // namespace lockstep::gui
