// Draws everything below the overlays: the top bar, and the panels of the shown page. Records where the last
// frame placed the items that can be pressed.
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

  // `own_run`: the state of the user's own run, to which a button in the top bar returns; null: the user's
  // own run is shown.
  void draw(PanelContext& context, const WindowArea& window, const AppState* own_run);
  // Call this after the overlays were drawn. `link`: the object under the pointer.
  void end_frame(const Link& link);
  // The object under the pointer in the last frame.
  const Link& link() const { return link_; }
  // The places of the panels in the last frame.
  const std::vector<PlacedPanel>& cards() const { return cards_; }
  // The window rectangle of the last frame.
  const Rect& window() const { return window_; }
  // The rectangle around the cards of the stage. On a page without a stage, the whole window.
  const Rect& stage() const { return stage_; }
  std::vector<Action>& page_actions() { return page_actions_; }
  // The items of the last frame that can be pressed, including those of overlays.
  std::vector<NamedPlace>& places() { return places_; }
  const std::vector<NamedPlace>& places() const { return places_; }

 private:
  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context);

  std::vector<std::unique_ptr<Page>> pages_;
  std::unique_ptr<PresentedText> text_ = make_presented_text();  // shown beside pages other than Step
  Link link_;
  std::vector<PlacedPanel> cards_;
  Rect window_, stage_;
  std::vector<Action> page_actions_;
  std::vector<NamedPlace> places_;
};

}  // namespace lockstep::gui
