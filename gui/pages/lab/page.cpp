#include "gui/pages/lab/page.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/files/atomic_writer.hpp"
#include "gui/figures/lab/document.hpp"
#include "gui/pages/shared_place.hpp"
#include "sim/lab/report_json.hpp"

namespace lockstep::gui {
namespace {

constexpr float kLabSide = 340;
constexpr std::string_view kPictureCard = "lab-picture", kModelsCard = "lab-models",
                           kSettingsCard = "lab-settings";

void step_scene(AppState& state, int by) {
  const auto& all = lab::scenes();
  const auto count = static_cast<int>(all.size());
  const auto at = static_cast<int>(&lab_scene(state) - all.data());
  choose_lab_scene(state, all[static_cast<std::size_t>((at + by + count) % count)].name);
}

void step_preset(AppState& state, int by) {
  const auto& presets = lab_scene(state).presets;
  if (presets.empty()) return;
  const lab::Preset* chosen = chosen_preset(state);
  const auto count = static_cast<int>(presets.size());
  const int at = chosen == nullptr ? (by > 0 ? -1 : 0) : static_cast<int>(chosen - presets.data());
  choose_lab_preset(state, presets[static_cast<std::size_t>((at + by + count) % count)]);
}

ActionRow edit_row(const char* name, Key key, std::string label, std::string what,
                   void (*change)(AppState&, int), int by) {
  return {{name}, {{key}}, std::move(label), std::move(what), [change, by](ActionContext& context) {
            change(context.state, by);
          }};
}

Result<std::shared_ptr<const LabAnswer>> finished_answer(LabRunner& runner, const AppState& state) {
  runner.want(lab_request(state));
  runner.wait(std::chrono::minutes(1));
  auto answer = runner.answer();
  if (answer == nullptr) return failure("The scene is not counted yet; try again.");
  if (!answer->report) return tl::unexpected(answer->report.error());
  return answer;
}

// Writes the picture, its sentence and its tables as a drawing.
Result<void> export_picture(LabRunner& runner, const AppState& state, const std::string& path,
                            std::optional<float> wanted) {
  const auto answer = finished_answer(runner, state);
  if (!answer) return tl::unexpected(answer.error());
  return write_atomically(path, lab_document(*(*answer)->report, lab_scene(state), wanted.value_or(1100),
                                             state.theme, state.words));
}

Result<void> export_numbers(LabRunner& runner, const AppState& state, const std::string& path) {
  const auto answer = finished_answer(runner, state);
  if (!answer) return tl::unexpected(answer.error());
  const lab::Request request{(*answer)->request.values, (*answer)->request.model};
  return write_atomically(path,
                          lab::report_json(lab_scene(state), request, *(*answer)->report).dump(2) + "\n");
}

class LabPage final : public Page {
 public:
  explicit LabPage(LabRunner& runner) : runner_(runner) {}

  std::string_view title() const override { return "Lab"; }
  std::string_view summary() const override { return "Lab: memory, banks, tiles and occupancy"; }
  std::string tooltip(const std::string& keys) const override {
    return "One access of a warp, a tile, a multiprocessor: the costs on each device model (" + keys + ")";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) override {
    const Rect page = window.below_top_bar();
    const float gap = window.gap();
    if (context.state.presentation) return {{kPictureCard, presented_.get(), page, true}};
    if (page.width < kLeastLabPage) return place_shared(page, context);
    const Rect side{page.x, page.y, kLabSide, page.height};
    const Rect main{side.right() + gap, page.y, page.width - kLabSide - gap, page.height};
    // The picture gets its preferred height if possible, and the tables are below it. If the tables are in
    // front, the picture gets a smaller part of the height. The picture also gets the height that the
    // tables do not need. If the scene has a text, which describes the picture, the picture gets nearly
    // the whole height.
    constexpr std::array<std::string_view, 2> cards{kPictureCard, kModelsCard};
    const bool tables_first = front_card(context.state, cards) == kModelsCard;
    const bool has_words = !context.state.title.empty() || !context.state.story.empty();
    const float most_tables = has_words ? kTablesBelowWords : main.height * 0.4f;
    const float tables_wanted = tables_->wanted_height(context, main.width);
    const float least = 90, share = tables_first ? main.height * 0.3f : main.height - gap - most_tables;
    const float most = std::max({least, share, main.height - gap - tables_wanted});
    const float wanted = std::clamp(picture_->wanted_height(context, main.width), least, most);
    const float tables = main.height - wanted - gap;
    const Rect picture{main.x, main.y, main.width, main.height - tables - gap};
    return {{kSettingsCard, settings_.get(), side},
            {kPictureCard, picture_.get(), picture, true},
            {kModelsCard, tables_.get(), {main.x, picture.bottom() + gap, main.width, tables}}};
  }
  float presented_zoom(PanelContext& context, const Rect& area) override {
    return presented_->zoom(context, area);
  }
  void draw_toolbar(Toolbar& bar, PanelContext& context) override { bar.model(context); }

  std::vector<ActionGroup> actions() override {
    const auto to_panels = [](Action action) {
      return [action](ActionContext& context) { context.to_panels(action); };
    };
    return {{"On Lab",
             LabChoice::kPage,
             {edit_row("lab-next-example", Key::right, "→", "Next example", step_preset, 1),
              edit_row("lab-previous-example", Key::left, "←", "Previous example", step_preset, -1),
              edit_row("lab-next-scene", Key::down, "↓", "Next scene", step_scene, 1),
              edit_row("lab-previous-scene", Key::up, "↑", "Previous scene", step_scene, -1),
              {actions::play_passes,
               {{Key::space}},
               "Space",
               "Play the passes of local memory",
               to_panels(actions::play_passes)},
              {actions::next_pass, {{Key::b}}, "B", "Next pass", to_panels(actions::next_pass)}}}};
  }

  std::vector<PageExport> exports(const AppState&) const override {
    return {
        {ExportFormat::svg, "The picture and its tables, as a drawing.",
         [&runner = runner_](const ActionContext& context, const std::string& path,
                             std::optional<float> width) {
           return export_picture(runner, context.state, path, width);
         }},
        {ExportFormat::json, "All accesses, transactions and passes, as JSON.",
         [&runner = runner_](const ActionContext& context, const std::string& path, std::optional<float>) {
           return export_numbers(runner, context.state, path);
         }},
        {ExportFormat::png, "A picture of the window."}};
  }
  std::string export_name(const ExportChoice&, const AppState& state, std::uint64_t) const override {
    return "lab-" + lab_scene(state).name;
  }

  static void scene(SceneFields& fields, AppState& state) {
    fields.object("lab", [&state](SceneFields& part) {
      part.word("scene", state.lab.scene,
                [](const std::string& name) { return lab::find_scene(name).has_value(); });
      for (const lab::Scene& scene : lab::scenes())
        if (part.has(scene.name.c_str()) || state.lab.settings.contains(scene.name))
          part.object(scene.name.c_str(),
                      [&](SceneFields& settings) { scene_settings(settings, scene, state); });
    });
  }

 private:
  static constexpr float kTablesBelowWords = 150;

  std::vector<PlacedPanel> place_shared(const Rect& page, PanelContext& context) {
    const SharedPlace shared{page};
    const std::array cards{kPictureCard, kModelsCard, kSettingsCard};
    const std::string_view front = front_card(context.state, cards);
    tabs_.show(
        {{kPictureCard, "Picture"}, {kModelsCard, "All models"}, {kSettingsCard, "Scenes and settings"}},
        front);
    Panel* shown = front == kModelsCard     ? tables_.get()
                   : front == kSettingsCard ? settings_.get()
                                            : narrow_picture_.get();
    return {{"lab-tabs", &tabs_, shared.tabs()}, {front, shown, shared.card(), front == kPictureCard}};
  }

  // Reads and writes each setting by its name; a missing setting has its default value.
  static void scene_settings(SceneFields& fields, const lab::Scene& scene, AppState& state) {
    auto& values = state.lab.settings[scene.name];
    for (const lab::Setting& setting : scene.settings) {
      const auto found = values.find(setting.name);
      std::string value = found == values.end() ? std::string() : found->second;
      fields.text(setting.name.c_str(), value, SceneFields::Empty::left_out);
      if (value.empty() || value == setting.unset)
        values.erase(setting.name);
      else
        values[setting.name] = value;
    }
  }

  LabRunner& runner_;
  std::unique_ptr<Panel> settings_ = make_lab_settings_panel();
  std::unique_ptr<Panel> picture_ = make_lab_picture_panel(runner_, false);
  std::unique_ptr<Panel> narrow_picture_ = make_lab_picture_panel(runner_, true);
  std::unique_ptr<Panel> tables_ = make_lab_tables_panel(runner_);
  std::unique_ptr<LabPresentedPanel> presented_ = make_lab_presented_panel(runner_);
  CardTabs tabs_;
};

}  // namespace

PageEntry lab_page() {
  return {LabChoice::kPage,
          [](const PageServices& services) -> std::unique_ptr<Page> {
            return std::make_unique<LabPage>(services.lab);
          },
          LabPage::scene};
}

}  // namespace lockstep::gui
