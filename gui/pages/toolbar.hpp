// The settings of the top bar: what a run depends on, and how the window looks. Each page says which of them
// it has, from the right to the left. Where there is little room labels go first, then settings move into a
// menu (gui/overlays/settings_menu.cpp), and only then the algorithm's box is narrower.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/panel.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::gui {

// The schedules that are offered, and the chosen one.
std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen);
// "independent lanes, in an adversarial order"
std::string schedule_label(const sim::Schedule& schedule);
// "lockstep", "independent", "adversarial": short enough for the bar.
std::string_view short_label(const sim::Schedule& schedule);

// A setting's box, as wide as it would like to be.
struct SettingWidth {
  std::string id;
  float width = 0;
  bool stays = false;  // a chip, which is never moved into the menu
};
// The ids of those that stay in `room` pixels of the bar, where `menu` pixels are needed as soon as one of
// them moves into the menu. The appearance always stays, and the algorithm, whose box may be narrower.
std::vector<std::string> settings_in_bar(const std::vector<SettingWidth>& all, float room, float menu);
// The least room in which the algorithm is not cut.
float least_bar_width(const std::vector<SettingWidth>& all, float menu);

class Toolbar {
 public:
  static constexpr float kGap = 8, kHeight = 28;
  static constexpr float kMenuRow = 36, kMenuNames = 130;

  // Between `left` and `right` of the bar. Draws nothing yet: the settings are measured.
  Toolbar(const Rect& bar, float left, float right) : bar_(bar), left_(left), right_(right) {}
  // The same, with chips on a line of their own, from its left edge on.
  Toolbar(const Rect& bar, float left, float right, const Rect& chips_line)
      : bar_(bar), left_(left), right_(right), chips_line_(chips_line) {}
  // Below each other, with their names, in a menu.
  explicit Toolbar(const Rect& menu) : bar_(menu), way_(Way::menu) {}

  // After all settings were measured: from now on they are drawn, those that have room. True if all have.
  bool begin_drawing(float menu);
  const std::vector<SettingWidth>& measured() const { return measured_; }
  bool has_chips() const { return has_chips_; }  // among the measured ones
  // The next place from the right, for an item of the bar's own.
  Rect take(float width);
  // The y below the last setting of a menu.
  float bottom() const { return bar_.y; }

  void appearance(PanelContext& context);
  void model(PanelContext& context);
  // Typed values and schedules other than the usual one are chips: always in the bar, with a × that takes
  // them away.
  void input(PanelContext& context);
  // Of a page that measures arrays of many sizes: typed values are replaced by random numbers.
  void measured_input(PanelContext& context);
  void schedule(PanelContext& context);
  // Of a page that counts: only where it is not the usual one.
  void unusual_schedule(PanelContext& context) {
    if (context.state.schedule != sim::Schedule{}) schedule(context);
  }
  void type_and_operator(PanelContext& context);
  // Of algorithms that read them: mask width, bins …
  void pattern_options(PanelContext& context);
  void group_size(PanelContext& context);
  void elements(PanelContext& context);
  void algorithm(PanelContext& context);
  // Of a kernel file of the user's own: opens the launch form.
  void launch(PanelContext& context);
  // Of a program that is run: opens its sheet.
  void program(PanelContext& context);

 private:
  enum class Way : std::uint8_t { measure, bar, menu };
  // The place of a box, its name as an item, and the label in it.
  struct Box {
    Rect rect;
    std::string id;
    std::string_view label;
    std::optional<Rect> cross{};  // of a chip in the bar
  };
  enum class Kind : std::uint8_t { setting, chip };
  // `name`: of the setting in the menu; `label`: in the box, `narrow` where there is little room. None: the
  // setting is not drawn now.
  std::optional<Box> box(PanelContext& context, std::string_view id, std::string_view name,
                         std::string_view label, std::string_view narrow, std::string_view value) {
    return box(context, id, name, label, narrow, value, Kind::setting);
  }
  std::optional<Box> box(PanelContext& context, std::string_view id, std::string_view name,
                         std::string_view label, std::string_view narrow, std::string_view value, Kind kind);
  Box chip(PanelContext& context, std::string_view id, std::string_view label, float width);
  void draw_input(PanelContext& context, Content::Pattern pattern);
  void scan_operator(PanelContext& context, const Algorithm& algorithm);

  Rect bar_;  // in a menu: what is left of it
  Way way_ = Way::measure;
  float left_ = 0, right_ = 0;      // of the room that is left
  std::optional<Rect> chips_line_;  // what is left of it; none: chips are in the bar
  bool has_chips_ = false;
  std::vector<SettingWidth> measured_;
  std::vector<std::string> in_bar_;
};

}  // namespace lockstep::gui
