// The sheet that makes a talk from saved scenes. It shows the pages in order, and for the selected page the
// title, the note for the speaker, the cards, and whether Page Down steps through the run.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "gui/editor/line_field.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

// Returns the new index of a page that is dropped at `y`, measured from the top of the list. `pages`: the
// number of pages.
std::size_t dropped_at(float y, float row_height, std::size_t pages);

class TalkSheet final : public Overlay {
 public:
  std::string_view name() const override { return "talk"; }
  std::optional<Action> action() const override { return actions::edit_talk; }
  void begin(ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  void choose(PanelContext& context, std::size_t page);
  bool close_if_kept(PanelContext& context);
  void present(PanelContext& context, std::size_t page);
  void begin_new(PanelContext& context);
  void take_keys(PanelContext& context);
  // Applies a change to a copy of the talk, and requests that the copy replaces the talk.
  template <class Change>
  void change(PanelContext& context, std::size_t shown, Change change);
  void keep_fields(PanelContext& context);
  void draw_pages(PanelContext& context, const Rect& area);
  void draw_page(PanelContext& context, const Rect& area);
  void draw_list_buttons(PanelContext& context, const Rect& row);
  float field(PanelContext& context, const std::string& key, const Rect& row, std::string_view label,
              std::string_view hint);

  struct RemovedPage {
    std::string talk_file;
    std::size_t at = 0;
    TalkPage page;
  };

  std::size_t chosen_ = 0;
  std::optional<RemovedPage> removed_;  // the page that was removed last
  std::map<std::string, LineField> fields_;
  std::string focused_;
  std::string show_problem_;
  std::optional<std::size_t> dragged_;
  float dragged_from_ = 0;
  bool dragging_ = false;
  bool had_keyboard_ = false, left_ = false, reveal_ = false;
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
