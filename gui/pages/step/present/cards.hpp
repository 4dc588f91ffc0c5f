// The cards that exist only in a presentation. Each card reports its preferred height.
#pragma once

#include <memory>

#include "gui/pages/panel.hpp"
#include "gui/pages/step/present/layout.hpp"

namespace lockstep::gui {

// A few lines of the kernel around the next one, in large type.
std::unique_ptr<Panel> make_presented_source();
// The counters selected by the scene, with the change of this step.
std::unique_ptr<Panel> make_presented_counters();
// The scene's story, and a description of the next step.
std::unique_ptr<Panel> make_presented_sentence();
// The run as a timeline, without controls.
std::unique_ptr<Panel> make_presented_timeline();
// The text of the talk's page, beside the cards.
enum class TextSide : std::uint8_t { beside, above };
class PresentedText : public Panel {
 public:
  // The width beside the cards, or the height above them, that the text with its answer needs on a window's
  // page; 0: the page has no text. The text is drawn with the layout of the last call.
  virtual float wanted_extent(PanelContext& context, const Rect& page, TextSide side) = 0;
};
std::unique_ptr<PresentedText> make_presented_text();

// The space that the cards of the shown run need; `panel_of`: the panel of a card, which reports its height.
PresentationNeeds presentation_needs(PanelContext& context, std::function<Panel&(ShowCard)> panel_of);

}  // namespace lockstep::gui
