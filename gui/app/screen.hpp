// What is drawn below all overlays: the top bar, and the panels of the page that is shown; and where the last
// frame put what can be pressed.
#pragma once

#include <memory>
#include <vector>

#include "gui/pages/page.hpp"
#include "gui/pages/step/present/cards.hpp"

namespace lockstep::gui {

class Screen {
 public:
  Screen(const PageList& pages, const PageServices& services) : pages_(make_pages(pages, services)) {}

  const std::vector<std::unique_ptr<Page>>& pages() const { return pages_; }
  Page& shown(const AppState& state) const { return page_of(pages_, state.tab); }

  // `own_run`: the user's, to which the top bar offers the way back; null: it is the one that is shown.
  void draw(PanelContext& context, const WindowArea& window, const AppState* own_run);
  // After overlays were drawn: `link` is what was under the pointer.
  void end_frame(const Link& link);
  // What was under the pointer in the last frame.
  const Link& link() const { return link_; }
  // Where the last frame put the panels that it drew.
  const std::vector<PlacedPanel>& cards() const { return cards_; }
  // The whole of the last frame.
  const Rect& window() const { return window_; }
  // The cards of the stage; the whole window on a page without a stage.
  const Rect& stage() const { return stage_; }
  std::vector<Action>& page_actions() { return page_actions_; }
  // The items of the last frame that can be pressed, those of overlays too.
  std::vector<NamedPlace>& places() { return places_; }
  const std::vector<NamedPlace>& places() const { return places_; }

 private:
  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context);

  std::vector<std::unique_ptr<Page>> pages_;
  std::unique_ptr<PresentedText> text_ = make_presented_text();  // beside pages that are not Step
  Link link_;
  std::vector<PlacedPanel> cards_;
  Rect window_, stage_;
  std::vector<Action> page_actions_;
  std::vector<NamedPlace> places_;
};

}  // namespace lockstep::gui
