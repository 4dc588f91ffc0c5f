// The cards that exist only in a presentation. Each card reports its preferred height.
#pragma once

#include <memory>
#include <optional>

#include "gui/pages/panel.hpp"
#include "gui/pages/step/present/layout.hpp"

namespace lockstep::gui {

// A few lines of the kernel around the next line, in large type.
std::unique_ptr<Panel> make_presented_source();
// The counters that the scene selects, with their changes in this step.
std::unique_ptr<Panel> make_presented_counters();
// The scene's story, and a description of the next step.
std::unique_ptr<Panel> make_presented_sentence();
// The run as a timeline, without controls.
std::unique_ptr<Panel> make_presented_timeline();
// The text of the talk's page, beside the cards.
enum class TextSide : std::uint8_t { beside, above };
class PresentedText : public Panel {
 public:
  // Returns the width beside the cards, or the height above the cards, that the text and its answer
  // need. `page`: the area of the page; 0: the page has no text. The text is drawn with the layout
  // of the last call. `least_rest`: the width beside the text at which the cards show all their cells; 0: any
  // width is sufficient; none: it is unknown.
  virtual float wanted_extent(PanelContext& context, const Rect& page, TextSide side,
                              std::optional<float> least_rest = {}) = 0;
};
std::unique_ptr<PresentedText> make_presented_text();

// Returns the space that the cards of the shown run need. `panel_of` returns the panel of a card, which
// reports the height of the card.
PresentationNeeds presentation_needs(PanelContext& context, std::function<Panel&(ShowCard)> panel_of);

}  // namespace lockstep::gui
