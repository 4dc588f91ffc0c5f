// The settings of the top bar: the inputs of a run, and the appearance of the window. Each page specifies its
// settings, from right to left. If there is little space, first the labels are removed, then settings move
// into a menu (gui/overlays/settings_menu.cpp), and finally the algorithm's box becomes narrower.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/pages/panel.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace lockstep::gui {

// The schedules that are offered, including the selected one.
std::vector<sim::Schedule> offered_schedules(const sim::Schedule& chosen);
// For example "independent lanes, in an adversarial order".
std::string schedule_label(const sim::Schedule& schedule);
// For example "lockstep", "independent" or "adversarial": short enough for the bar.
std::string_view short_label(const sim::Schedule& schedule);

// The box of a setting with its preferred width.
struct SettingWidth {
  std::string id;
  float width = 0;
  bool stays = false;  // a chip, which is never moved into the menu
};
// The ids of the settings that stay in `room` pixels of the bar; if a setting moves into the
// menu, `menu` pixels are needed for it. The appearance and the algorithm always stay; the
// algorithm's box may be narrower.
std::vector<std::string> settings_in_bar(const std::vector<SettingWidth>& all, float room, float menu);
// The minimum width in which the algorithm is not truncated.
float least_bar_width(const std::vector<SettingWidth>& all, float menu);

class Toolbar {
 public:
  static constexpr float kGap = 8, kHeight = 28;
  static constexpr float kMenuRow = 36, kMenuNames = 130;

  // Between `left` and `right` of the bar. Nothing is drawn yet: the settings are measured.
  Toolbar(const Rect& bar, float left, float right) : bar_(bar), left_(left), right_(right) {}
  // The same, with chips on a separate line, starting at its left edge.
  Toolbar(const Rect& bar, float left, float right, const Rect& chips_line)
      : bar_(bar), left_(left), right_(right), chips_line_(chips_line) {}
  // For a menu: settings below each other, with their names.
  explicit Toolbar(const Rect& menu) : bar_(menu), way_(Way::menu) {}

  // Call this after all settings were measured: from now on the settings that fit are drawn. True if all fit.
  bool begin_drawing(float menu);
  const std::vector<SettingWidth>& measured() const { return measured_; }
  bool has_chips() const { return has_chips_; }  // among the measured settings
  // The next place from the right, for an item that belongs to the bar.
  Rect take(float width);
  // The y below the last setting of a menu.
  float bottom() const { return bar_.y; }

  void appearance(PanelContext& context);
  void model(PanelContext& context);
  // Typed values and schedules other than the default are chips: always in the bar, with a × that
  // removes them.
  void input(PanelContext& context);
  // For a page that measures arrays of many sizes: typed values are replaced by random numbers.
  void measured_input(PanelContext& context);
  void schedule(PanelContext& context);
  // For a page that counts: shown only if the schedule is not the default.
  void unusual_schedule(PanelContext& context) {
    if (context.state.schedule != sim::Schedule{}) schedule(context);
  }
  void type_and_operator(PanelContext& context);
  // For algorithms that use them: mask width, bins …
  void pattern_options(PanelContext& context);
  void group_size(PanelContext& context);
  void elements(PanelContext& context);
  void algorithm(PanelContext& context);
  // For a kernel file of the user's own: opens the launch form.
  void launch(PanelContext& context);
  // For a program that is run: opens its sheet.
  void program(PanelContext& context);

 private:
  enum class Way : std::uint8_t { measure, bar, menu };
  // The place of a box, the name of its item, and the label in it.
  struct Box {
    Rect rect;
    std::string id;
    std::string_view label;
    std::optional<Rect> cross{};  // for a chip in the bar
  };
  enum class Kind : std::uint8_t { setting, chip };
  // `name`: the setting in the menu; `label`: the text in the box, or `narrow` if there is little space.
  // None: the setting is not drawn now.
  std::optional<Box> box(PanelContext& context, std::string_view id, std::string_view name,
                         std::string_view label, std::string_view narrow, std::string_view value) {
    return box(context, id, name, label, narrow, value, Kind::setting);
  }
  std::optional<Box> box(PanelContext& context, std::string_view id, std::string_view name,
                         std::string_view label, std::string_view narrow, std::string_view value, Kind kind);
  Box chip(PanelContext& context, std::string_view id, std::string_view label, float width);
  void draw_input(PanelContext& context, Content::Pattern pattern);
  void scan_operator(PanelContext& context, const Algorithm& algorithm);

  Rect bar_;  // in a menu: the remaining area
  Way way_ = Way::measure;
  float left_ = 0, right_ = 0;      // limits of the remaining space
  std::optional<Rect> chips_line_;  // remaining chips line; none: chips are in the bar
  bool has_chips_ = false;
  std::vector<SettingWidth> measured_;
  std::vector<std::string> in_bar_;
};

}  // namespace lockstep::gui
