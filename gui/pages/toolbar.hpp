// The settings of the top bar: the inputs of a run, and the appearance of the window. Each page specifies its
// settings, from right to left. If there is little space, first the labels are removed, then settings are
// moved into a menu (gui/overlays/settings_menu.cpp), and finally the box of the algorithm becomes narrower.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/panel.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::gui {

// Returns the schedules that are offered, including the selected schedule.
std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen);
// Returns the label of a schedule, for example "independent lanes, in an adversarial order".
std::string schedule_label(const sim::Schedule& schedule);
// Returns a label that is short enough for the bar, for example "lockstep", "independent" or "adversarial".
std::string_view short_label(const sim::Schedule& schedule);

// The box of a setting with its preferred width.
struct SettingWidth {
  std::string id;
  float width = 0;
  bool stays = false;  // a chip, which is never moved into the menu
};
// Returns the ids of the settings that stay in the bar, which has `room` pixels for them. If a setting is
// moved into the menu, the button of the menu needs `menu` of these pixels. The appearance and the algorithm
// always stay; the box of the algorithm may become narrower.
std::vector<std::string> settings_in_bar(const std::vector<SettingWidth>& all, float room, float menu);

class Toolbar {
 public:
  static constexpr float kGap = 8, kHeight = 28;
  static constexpr float kMenuRow = 36, kMenuNames = 130;

  // A toolbar between `left` and `right` of the bar. Until begin_drawing() is called, the settings
  // are only measured.
  Toolbar(const Rect& bar, float left, float right) : bar_(bar), left_(left), right_(right) {}
  // A toolbar with chips on a separate line. The chips start at the left edge of this line.
  Toolbar(const Rect& bar, float left, float right, const Rect& chips_line)
      : bar_(bar), left_(left), right_(right), chips_line_(chips_line) {}
  // A toolbar for a menu, with the settings and their names below each other.
  explicit Toolbar(const Rect& menu) : bar_(menu), way_(Way::menu) {}

  // Call this after all settings were measured. After this call, the settings that fit are drawn. Returns
  // true if all settings fit.
  bool begin_drawing(float menu);
  const std::vector<SettingWidth>& measured() const { return measured_; }
  bool has_chips() const { return has_chips_; }  // whether the measured settings contain chips
  // Returns the next place from the right, for an item that is not a setting.
  Rect take(float width);
  // The y below the last setting of a menu.
  float bottom() const { return bar_.y; }

  void appearance(PanelContext& context);
  void model(PanelContext& context);
  // Typed values and schedules other than the default are chips, which are always in the bar and have a ×
  // that removes them.
  void input(PanelContext& context);
  // The setting of the input for a page that measures arrays of many sizes. In the box, random numbers
  // replace typed values.
  void measured_input(PanelContext& context);
  void schedule(PanelContext& context);
  // The setting of the schedule for a page that counts. It is shown only if the schedule is not the default.
  void unusual_schedule(PanelContext& context) {
    if (context.state.schedule != sim::Schedule{}) schedule(context);
  }
  void type_and_operator(PanelContext& context);
  // Settings that only some algorithms have, such as the mask width or the number of bins.
  void pattern_options(PanelContext& context);
  void group_size(PanelContext& context);
  void elements(PanelContext& context);
  void algorithm(PanelContext& context);
  // The button that opens the launch form for a kernel file of the user's own.
  void launch(PanelContext& context);
  // The button that opens the sheet of the program that is run.
  void program(PanelContext& context);

 private:
  enum class Way : std::uint8_t { measure, bar, menu };
  // The place of a box, the name of its item, and the label in it.
  struct Box {
    Rect rect;
    std::string id;
    std::string_view label;
    std::optional<Rect> cross{};  // the × of a chip in the bar
  };
  enum class Kind : std::uint8_t { setting, chip };
  // Returns the box of a setting. `name`: the name of the setting in the menu; `label`: the text in front of
  // the value in the bar; `narrow`: the text that replaces `label` if there is little space. None if the
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

  Rect bar_;  // area of the bar, or the remaining area of a menu
  Way way_ = Way::measure;
  float left_ = 0, right_ = 0;      // limits of the remaining space
  std::optional<Rect> chips_line_;  // remaining chips line; none: chips are in the bar
  bool has_chips_ = false;
  std::vector<SettingWidth> measured_;
  std::vector<std::string> in_bar_;
};

}  // namespace lockstep::gui
