// The sheet that says what is wrong with a kernel and why it is slow. It lists the findings with their
// repairs, and the most expensive lines. Opening an item shows its moment.
#pragma once

#include <string>
#include <vector>

#include "gui/overlays/overlays.hpp"
#include "gui/overlays/why_model.hpp"
#include "gui/widgets/scroll_area.hpp"
#include "gui/widgets/text_click.hpp"

namespace lockstep::gui {

class WhySheet final : public Overlay {
 public:
  std::string_view name() const override { return "why"; }
  std::optional<Action> action() const override { return actions::show_why; }
  std::vector<ActionGroup> actions() const override;
  void begin(ActionContext& context) override { context.state.tab = kStepPage; }
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  void prepare(const PanelContext& context);
  void take_keys(PanelContext& context);
  void open(const WhyItem& item, PanelContext& context) const;
  float draw_section(PanelContext& context, const Rect& column, float y, const WhySection& section,
                     std::size_t& index);
  void draw_buttons(PanelContext& context, const Rect& row, const WhyItem& item, std::size_t index);
  float draw_item(PanelContext& context, const Rect& column, float y, const WhyItem& item, std::size_t index);

  std::uint64_t run_ = 0;  // number of the prepared run; 0: none
  bool explained_ = false;
  std::vector<WhySection> sections_;
  std::string note_;        // text below the sections
  std::size_t chosen_ = 0;  // index among the items of all sections
  bool reveal_ = false;
  float begin_ = 0, height_ = 0;  // top of the list, and its visible height
  ScrollArea scroll_;
  TextClick click_;  // a click on an item, as opposed to a drag
};

}  // namespace lockstep::gui
