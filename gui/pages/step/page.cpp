#include "gui/pages/step/page.hpp"

#include <fmt/format.h>

#include "gui/jobs/playback.hpp"
#include "gui/pages/step/export.hpp"
#include "gui/pages/step/layout.hpp"

namespace lockstep::gui {
namespace {

class StepPage final : public Page {
 public:
  std::string_view key() const override { return kStepPage; }
  std::string_view title() const override { return "Step"; }
  std::string_view summary() const override { return "Step: the run, moment by moment"; }
  std::string tooltip(const std::string& keys) const override {
    return "The run in the simulator, moment by moment (" + keys + ")";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) override {
    const bool presenting = context.state.presentation;
    // The lower cards of the stage say how high they would like to be before anything is placed.
    const StepLayout rough = step_layout(window, presenting, 100, 100);
    const float lanes = lanes_->wanted_height(context, rough.lanes.width);
    const float memory = memory_->wanted_height(context, rough.memory.width);
    const StepLayout layout = step_layout(window, presenting, lanes, memory);
    return {
        {"source", source_.get(), layout.source},          {"figure", figure_.get(), layout.figure, true},
        {"lanes", lanes_.get(), layout.lanes, true},       {"memory", memory_.get(), layout.memory, true},
        {"inspector", inspector_.get(), layout.inspector}, {"transport", transport_.get(), layout.transport}};
  }
  bool hides_top_bar(const AppState& state) const override { return state.presentation; }
  void draw_toolbar(Toolbar& bar, PanelContext& context) override {
    bar.model(context);
    bar.input(context);
    bar.schedule(context);
    bar.type_and_operator(context);
    bar.group_size(context);
    bar.elements(context);
    bar.algorithm(context);
  }

  std::vector<ActionGroup> actions() override { return step_actions(); }
  std::optional<bool> play_on(ActionContext& context) override {
    const Run* run = context.session.run();
    if (run == nullptr) return true;  // the simulation has not finished
    const PlayStep step = play_step(*run->trace, playhead(context.state, *run), context.state);
    context.move_to(step.position);
    return !step.stop;
  }

  std::vector<PageExport> exports(const AppState&) const override {
    const auto lines = [](const ActionContext& context, const std::string& path, std::optional<float>) {
      return export_lines(context.session, path);
    };
    const std::string_view table = "How often each line ran, and its cost.";
    return {{ExportFormat::svg, "The stage at this moment, as a drawing for slides.",
             [](const ActionContext& context, const std::string& path, std::optional<float> width) {
               return export_figure(context.state, context.session, path, width.value_or(1100));
             }},
            {ExportFormat::png, "A picture of this moment."},
            {ExportFormat::png_series, "A numbered picture for each step."},
            {ExportFormat::gif, "An animated picture."},
            {ExportFormat::csv, table, lines},
            {ExportFormat::json, table, lines}};
  }
  std::string export_name(const ExportChoice& choice, const AppState& state,
                          std::uint64_t position) const override {
    const std::string name = fmt::format("{}-n{}", state.algorithm, state.n);
    if (is_table(choice.format)) return name + "-lines";
    if (is_series(choice.format)) return name + fmt::format("-{}-to-{}", choice.from, choice.to);
    return name + fmt::format("-{}", position);
  }
  bool shows_run() const override { return true; }

 private:
  std::unique_ptr<Panel> source_ = make_source_panel(), figure_ = make_figure_panel(),
                         lanes_ = make_lanes_panel(), memory_ = make_memory_panel(),
                         inspector_ = make_inspector(), transport_ = make_transport();
};

}  // namespace

std::unique_ptr<Page> make_step_page() { return std::make_unique<StepPage>(); }

}  // namespace lockstep::gui
