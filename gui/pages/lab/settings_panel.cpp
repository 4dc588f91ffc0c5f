// The panel with the list of scenes, and with the document figures and the settings of the selected scene.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/lab/page.hpp"
#include "gui/pages/line_entry.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSettingRow = 26, kField = 30, kLabel = 112;

class LabSettingsPanel final : public Panel {
 public:
  std::string_view help() const override {
    return "The scenes of the Lab: an access, a tile or a multiprocessor, and what can be changed.";
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    const Rect list{content.x - 6, content.y, content.width + 12, content.height};
    float y = scroll_.begin(context.ui, list);
    const Rect column{content.x, y, content.width - 6, 0};
    y = draw_scenes(context, column, y);
    const lab::Scene& scene = lab_scene(context.state);
    y = context.ui.paragraph({column.x, y + 8, column.width, 80}, scene.summary, kText);
    y = context.ui.paragraph({column.x, y + 2, column.width, 60}, scene.origin, kQuiet);
    y = draw_presets(context, {column.x, y + 8, column.width, 28}, scene) + 8;
    for (const lab::Setting& setting : scene.settings) {
      draw_setting(context, {column.x, y, column.width, kField - 2}, setting);
      y += kField;
    }
    scroll_.end(context.ui, y + 6);
  }

 private:
  float draw_scenes(PanelContext& context, const Rect& column, float y) {
    context.ui.heading({column.x, y, column.width, 30}, "Scenes");
    y += 28;
    for (const lab::Scene& scene : lab::scenes()) {
      const Rect row{column.x - 4, y, column.width + 8, kSettingRow - 2};
      const bool chosen = &scene == &lab_scene(context.state);
      const ItemState state = context.ui.item("scene " + scene.name, row, scene.summary);
      if (chosen || state.hovered) context.ui.canvas.fill_rect(row, Role::acts_pale, 5);
      TextStyle style = chosen ? kTitle : kText;
      if (chosen) style.role = Role::acts;
      context.ui.canvas.text({row.x + 8, top_for_centre(row.centre().y, style)},
                             fit_text(context.ui.canvas, scene.title, style, row.width - 16), style);
      if (state.clicked)
        context.commands.edit([name = scene.name](AppState& app) { choose_lab_scene(app, name); });
      y += kSettingRow;
    }
    return y;
  }

  float draw_presets(PanelContext& context, const Rect& rect, const lab::Scene& scene) {
    if (scene.presets.empty()) return rect.y;
    const lab::Preset* chosen = chosen_preset(context.state);
    std::vector<std::string> titles;
    std::size_t index = scene.presets.size();
    for (std::size_t i = 0; i < scene.presets.size(); ++i) {
      titles.push_back(scene.presets[i].title);
      if (&scene.presets[i] == chosen) index = i;
    }
    const std::string value = chosen == nullptr ? "choose …" : chosen->title;
    const auto taken = context.ui.combo_box("lab-preset", rect, "example", value, titles, index,
                                            "Figures of the documents, and other examples (← →)");
    if (taken)
      context.commands.edit(
          [preset = scene.presets[*taken]](AppState& app) { choose_lab_preset(app, preset); });
    return rect.bottom();
  }

  void draw_setting(PanelContext& context, const Rect& row, const lab::Setting& setting) {
    const std::string value = lab_value(context.state, setting);
    const TextStyle label{Font::text, value == setting.unset ? Role::second_ink : Role::ink, Align::left, 13};
    context.ui.canvas.text({row.x, top_for_centre(row.centre().y, label)},
                           fit_text(context.ui.canvas, setting.label, label, kLabel - 6), label);
    context.ui.hint("label " + setting.name, {row.x, row.y, kLabel, row.height}, setting.help);
    const Rect field{row.x + kLabel, row.y, row.width - kLabel, row.height};
    const std::string id = "lab-" + setting.name;
    switch (setting.kind) {
      case lab::Setting::Kind::count:
        return draw_count(context, field, id, setting, value);
      case lab::Setting::Kind::choice:
        return draw_choice(context, field, id, setting, value);
      case lab::Setting::Kind::text:
        return draw_text(context, field, id, setting, value);
    }
  }

  static void change(PanelContext& context, const lab::Setting& setting, const std::string& value) {
    context.commands.edit([setting, value](AppState& app) { set_lab_value(app, setting, value); });
  }

  static void draw_count(PanelContext& context, const Rect& field, const std::string& id,
                         const lab::Setting& setting, const std::string& value) {
    std::vector<std::uint64_t> choices;
    for (const std::string& choice : setting.choices) choices.push_back(parse_size(choice).value_or(0));
    const CountRange range{setting.low, setting.high};
    const auto taken = context.ui.number_box(id, field, "", parse_size(value).value_or(setting.low), choices,
                                             setting.help, range);
    if (taken) change(context, setting, std::to_string(*taken));
  }

  static void draw_choice(PanelContext& context, const Rect& field, const std::string& id,
                          const lab::Setting& setting, const std::string& value) {
    const auto at = std::ranges::find(setting.choices, value) - setting.choices.begin();
    const auto taken = context.ui.combo_box(id, field, "", value, setting.choices,
                                            static_cast<std::size_t>(at), setting.help);
    if (taken) change(context, setting, setting.choices[*taken]);
  }

  // Draws a field in which the user types the value of a setting. The arrow beside the field offers examples.
  void draw_text(PanelContext& context, const Rect& field, const std::string& id, const lab::Setting& setting,
                 const std::string& value) {
    constexpr float arrow = 30;
    const Rect entry_place{field.x, field.y, field.width - arrow - 4, field.height};
    if (edited_ == setting.name && entry_.is_open()) {
      if (entry_.draw(context, id, entry_place, value, "") == LineEntry::Outcome::entered)
        change(context, setting, entry_.text().empty() ? setting.unset : entry_.text());
    } else {
      const ItemState state = context.ui.item(id, entry_place, setting.help + "\nClick to type");
      context.ui.canvas.stroke_rect(entry_place, state.hovered ? Role::acts : Role::line, 1, 5);
      const TextStyle code{Font::code, Role::ink, Align::left, 12};
      context.ui.canvas.text({entry_place.x + 8, top_for_centre(entry_place.centre().y, code)},
                             fit_text(context.ui.canvas, value, code, entry_place.width - 14), code);
      if (state.clicked) {
        edited_ = setting.name;
        entry_.open(value);
      }
    }
    const auto at = std::ranges::find(setting.choices, value) - setting.choices.begin();
    const auto taken =
        context.ui.combo_box(id + "-examples", {field.right() - arrow, field.y, arrow, field.height}, "", "…",
                             setting.choices, static_cast<std::size_t>(at), "Examples");
    if (taken) change(context, setting, setting.choices[*taken]);
  }

  ScrollArea scroll_;
  LineEntry entry_;
  std::string edited_;  // the setting that is being typed
};

}  // namespace

std::unique_ptr<Panel> make_lab_settings_panel() { return std::make_unique<LabSettingsPanel>(); }

}  // namespace lockstep::gui
