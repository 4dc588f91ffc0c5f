#include "gui/pages/step/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/jobs/playback.hpp"
#include "gui/pages/step/export.hpp"
#include "gui/pages/step/inspector_model.hpp"
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
    const float memory = lowest_card(context).wanted_height(context, rough.memory.width);
    return place(step_layout(window, presenting, lanes, memory), context);
  }
  bool hides_top_bar(const AppState& state) const override { return state.presentation; }
  void draw_toolbar(Toolbar& bar, PanelContext& context) override {
    bar.model(context);
    // A recording, and a launch of the user's own, have their own input, sizes and types.
    const bool is_catalogues = !context.state.shows_recording() && !context.state.launch;
    if (is_catalogues) bar.input(context);
    bar.schedule(context);
    if (is_catalogues) {
      bar.type_and_operator(context);
      bar.group_size(context);
      bar.elements(context);
    }
    bar.launch(context);
    bar.program(context);
    bar.algorithm(context);
  }

  std::vector<ActionGroup> actions() override { return step_actions(); }
  std::optional<bool> play_on(ActionContext& context) override {
    const Run* run = context.session.run();
    if (run == nullptr) return true;  // the simulation has not finished
    const PlayStep step = play_step(*run->trace, playhead(context.state, *run), context.state.step,
                                    context.session.breakpoints(context.state));
    context.move_to(step.position);
    return !step.stop;
  }

  std::vector<PageExport> exports(const AppState&) const override {
    const auto lines = [](const ActionContext& context, const std::string& path, std::optional<float>) {
      return export_lines(context.state, context.session, path);
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
  // Of cards that share a place, only the front one.
  std::vector<PlacedPanel> place(const StepLayout& layout, PanelContext& context) {
    std::vector<PlacedPanel> placed{
        {"source", source_.get(), layout.source},          {"figure", figure_.get(), layout.figure, true},
        {"lanes", lanes_.get(), layout.lanes, true},       {"memory", memory_.get(), layout.memory, true},
        {kWatchCard, watch_.get(), layout.memory, true},   {kCellCard, cell_.get(), layout.memory, true},
        {"inspector", inspector_.get(), layout.inspector}, {"transport", transport_.get(), layout.transport}};
    const auto share = [&](std::vector<CardTab> tabs, CardTabs& strip, const Rect& rect) {
      const std::string front = front_of(tabs, context);
      std::erase_if(placed, [&](const PlacedPanel& panel) {
        return panel.name != front && std::ranges::find(tabs, panel.name, &CardTab::card) != tabs.end();
      });
      strip.show(std::move(tabs), front);
      placed.push_back({"tabs", &strip, rect});
    };
    if (layout.shares_side())
      share({{"source", "Source"}, inspector_tab(context)}, side_tabs_, layout.side_tabs);
    std::vector<CardTab> stage{{"lanes", "Lanes"}};
    if (layout.shares_figure()) stage.insert(stage.begin(), {"figure", "Figure"});
    if (!layout.shares_stage()) stage.clear();
    for (const CardTab& tab : kLowestCards) stage.push_back(tab);
    if (context.state.presentation)
      std::erase_if(placed, [](const PlacedPanel& panel) {
        return panel.name == kWatchCard || panel.name == kCellCard;
      });
    else
      share(std::move(stage), stage_tabs_, layout.shares_stage() ? layout.stage_tabs : layout.memory_tabs);
    return placed;
  }

  static inline const CardTab kLowestCards[] = {
      {"memory", "Memory", "The memory access of this step"},
      {kWatchCard, "Watch", "Expressions in each lane, and breakpoints (V)"},
      {kCellCard, "Cell", "Who wrote the selected cell, and who read it (H)"}};

  Panel& lowest_card(const PanelContext& context) {
    constexpr std::string_view cards[] = {"memory", kWatchCard, kCellCard};
    const std::string_view front = front_card(context.state, cards);
    return front == kWatchCard ? *watch_ : front == kCellCard ? *cell_ : *memory_;
  }

  // The card that the user chose, or that has to answer to a key in this frame.
  static std::string front_of(const std::vector<CardTab>& tabs, PanelContext& context) {
    std::vector<std::string_view> cards;
    for (const CardTab& tab : tabs) cards.push_back(tab.card);
    for (const Action action : context.page_actions) {
      const std::string_view wanted = card_of(action);
      if (std::ranges::find(cards, wanted) == cards.end()) continue;
      context.commands.edit([wanted](AppState& app) { bring_to_front(app, wanted); });
      return std::string(wanted);
    }
    return std::string(front_card(context.state, cards));
  }

  // The panel that answers to an action.
  static std::string_view card_of(Action action) {
    constexpr std::pair<Action, std::string_view> cards[] = {
        {Action::edit_source, "source"},      {Action::find_text, "source"},
        {Action::find_next, "source"},        {Action::find_previous, "source"},
        {Action::zoom_in, "figure"},          {Action::zoom_out, "figure"},
        {Action::zoom_fit, "figure"},         {Action::rows_up, "lanes"},
        {Action::rows_down, "lanes"},         {Action::next_pass, "memory"},
        {Action::play_passes, "memory"},      {Action::add_watch, kWatchCard},
        {Action::edit_condition, kWatchCard}, {Action::find_cell, kCellCard}};
    const auto found = std::ranges::find(cards, action, &std::pair<Action, std::string_view>::first);
    return found == std::end(cards) ? std::string_view{} : found->second;
  }

  // Its tab says when something is wrong, because the card may be hidden.
  static CardTab inspector_tab(const PanelContext& context) {
    CardTab tab{"inspector", "Now, counters, findings"};
    // It has its remedies when it comes to the front.
    (void)find_remedies(context.state, context.session, context.moment);
    const Run* run = context.session.run();
    const bool is_current = context.session.status(context.state) == Session::RunStatus::current;
    if (run != nullptr) {
      const FindingsSummary summary = summarise_findings(*run, is_current);
      tab.alarms = summary.role == Role::costs;
      if (tab.alarms) tab.title = "Now · findings: " + summary.text;
    }
    if (context.session.failure()) {
      tab.alarms = true;
      tab.title = "Now · cannot run";
    }
    return tab;
  }

  CardTabs side_tabs_, stage_tabs_;
  std::unique_ptr<Panel> source_ = make_source_panel(), figure_ = make_figure_panel(),
                         lanes_ = make_lanes_panel(), memory_ = make_memory_panel(),
                         watch_ = make_watch_panel(), cell_ = make_cell_panel(),
                         inspector_ = make_inspector(), transport_ = make_transport();
};

}  // namespace

std::unique_ptr<Page> make_step_page() { return std::make_unique<StepPage>(); }

}  // namespace lockstep::gui
