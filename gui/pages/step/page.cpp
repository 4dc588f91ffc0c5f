#include "gui/pages/step/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/pages/run_name.hpp"
#include "gui/pages/step/export.hpp"
#include "gui/pages/step/layout.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "gui/pages/step/present/cards.hpp"
#include "gui/pages/step/present/layout.hpp"
#include "gui/pages/step/source/source_panel.hpp"
#include "gui/pages/step/text_view.hpp"
#include "gui/session/playback.hpp"

namespace lockstep::gui {
namespace {

class StepPage final : public Page {
 public:
  std::string_view title() const override { return "Step"; }
  std::string_view summary() const override { return "Step: the run, moment by moment"; }
  std::string tooltip(const std::string& keys) const override {
    return "The run in the simulator, moment by moment (" + keys + ")";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) override {
    if (!context.state.presentation) return place_cards(window, context);
    if (!context.predict.is_on()) return present(window, context);
    // In a presentation, the question is placed beside the other cards.
    WindowArea rest = window;
    const float width = std::clamp(window.width * 0.34f, 280.0f, 420.0f);
    rest.width -= width + window.gap();
    std::vector<PlacedPanel> placed = present(rest, context);
    placed.push_back(
        {kPredictCard, predict_.get(), {rest.width, window.gap(), width, window.height - 2 * window.gap()}});
    return placed;
  }
  void draw_toolbar(Toolbar& bar, PanelContext& context) override {
    bar.model(context);
    // A recording and a user's own launch define their own input, sizes and types, so these
    // settings are not shown.
    const bool is_catalogues = !context.state.shows_recording() && !context.state.launch;
    if (is_catalogues) bar.input(context);
    bar.schedule(context);
    if (is_catalogues) {
      bar.type_and_operator(context);
      bar.pattern_options(context);
      bar.group_size(context);
      bar.elements(context);
    }
    bar.launch(context);
    bar.program(context);
    bar.algorithm(context);
  }

  std::vector<ActionGroup> actions() override {
    std::vector<ActionGroup> groups = step_actions();
    for (ActionGroup& group : predict_actions()) groups.push_back(std::move(group));
    return groups;
  }
  std::optional<bool> play_on(ActionContext& context) override {
    const Run* run = context.session.run();
    if (run == nullptr) return true;  // the simulation has not finished yet
    const PlayStep step = play_step(*run->trace, playhead(context.state, *run), context.state.step,
                                    context.session.breakpoints(context.state));
    context.state.position = step.position;
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
            {ExportFormat::json, table, lines},
            {ExportFormat::html, "This moment as text: lanes, memories and counters as tables.",
             [](const ActionContext& context, const std::string& path, std::optional<float>) {
               return export_text_view(context.state, context.session, path);
             }}};
  }
  std::string export_name(const ExportChoice& choice, const AppState& state,
                          std::uint64_t position) const override {
    const std::string name = run_file_name(state);
    if (is_table(choice.format)) return name + "-lines";
    if (is_series(choice.format)) return name + fmt::format("-{}-to-{}", choice.from, choice.to);
    return name + fmt::format("-{}", position);
  }
  bool shows_run() const override { return true; }

  static void scene(SceneFields& fields, AppState& state) {
    if (!fields.has("predict") && state.predict == PredictChoice{}) return;
    fields.object("predict", [&state](SceneFields& part) {
      part.flag("on", state.predict.on);
      part.number("level", 1, PredictChoice::kMaxLevel, state.predict.level);
    });
  }

 private:
  std::vector<PlacedPanel> place_cards(const WindowArea& window, PanelContext& context) {
    // Before the layout, the lower cards of the stage report their preferred heights.
    const StepLayout rough = step_layout(window, {100, 100});
    StepWants wants{lanes_->wanted_height(context, rough.lanes.width),
                    lowest_card(context).wanted_height(context, rough.memory.width)};
    // The figure has priority if the scene has a text, because the text describes the figure and needs
    // space above it.
    wants.figure_first = !context.state.title.empty() || !context.state.story.empty();
    if (wants.figure_first) {
      constexpr std::string_view cards[] = {"lanes", "memory", kWatchCard, kCellCard};
      wants.memory = std::min(wants.memory, kMemoryBelowStory);
      wants.figure = figure_->wanted_height(context, rough.figure.width);
      const float front = front_card(context.state, cards) == "lanes" ? wants.lanes : wants.memory;
      wants.front = std::max(front, kLeastLowerCard);
    }
    return place(step_layout(window, wants), context);
  }
  // Returns the panels with their places. Of the cards that share a place, only the front card is included.
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
    share(std::move(stage), stage_tabs_, layout.shares_stage() ? layout.stage_tabs : layout.memory_tabs);
    if (context.predict.is_on()) share_inspector(placed, layout, context);
    return placed;
  }

  Panel& presented(ShowCard card) {
    switch (card) {
      case ShowCard::source:
        return *presented_source_;
      case ShowCard::figure:
        return *figure_;
      case ShowCard::lanes:
        return *lanes_;
      case ShowCard::memory:
        return *memory_;
      case ShowCard::counters:
        return *presented_counters_;
      case ShowCard::sentence:
        return *presented_sentence_;
      case ShowCard::timeline:
        break;
    }
    return *presented_timeline_;
  }
  // After the end of a run no lane is active, so its figure also gets the room of the lanes.
  static Show presented_cards(const PanelContext& context) {
    Show show = context.state.show;
    const Run* run = context.session.run();
    if (run != nullptr && context.moment.position == run->trace->size() && show.has(ShowCard::figure))
      std::erase_if(show.cards, [](const ShownCard& card) { return card.card == ShowCard::lanes; });
    return show;
  }
  // Places the cards that the scene selects, in large size.
  std::vector<PlacedPanel> present(const WindowArea& window, PanelContext& context) {
    const Show show = presented_cards(context);
    const PresentationNeeds needs =
        presentation_needs(context, [this](ShowCard card) -> Panel& { return presented(card); });
    const float text_width = presented_text_->wanted_extent(context, window.below_top_bar(), TextSide::beside,
                                                            least_width_beside_text(show, needs));
    const PresentationLayout layout = presentation_layout(show, window.below_top_bar(), text_width, needs);
    std::vector<PlacedPanel> placed;
    if (text_width > 0) placed.push_back({"text", presented_text_.get(), layout.text});
    for (const PresentedCard& card : layout.cards) {
      const bool is_stage =
          card.card == ShowCard::figure || card.card == ShowCard::lanes || card.card == ShowCard::memory;
      placed.push_back({name(card.card), &presented(card.card), card.rect, is_stage, card.zoom});
    }
    return placed;
  }

  // Places the panel of Predict mode in the lower part of the inspector's place. While a question and its
  // verdict are shown, the panel uses the whole place, because the inspector would reveal the answer. The
  // buttons of Predict mode thus keep their places at the bottom, and no button of the inspector appears
  // under the pointer.
  void share_inspector(std::vector<PlacedPanel>& placed, const StepLayout& layout, PanelContext& context) {
    constexpr float least = 150;
    const auto inspector = std::ranges::find(placed, "inspector", &PlacedPanel::name);
    if (inspector == placed.end()) return;
    const Rect all = inspector->card;
    const float gap = layout.transport.y - all.bottom();
    float height = std::min(predict_->wanted_height(context, all.width), 0.62f * all.height);
    const bool has_question = context.predict.walk().question() != nullptr;
    if (has_question || all.height - height - gap < least) height = all.height;
    inspector->card = {all.x, all.y, all.width, all.height - height - gap};
    const PlacedPanel predict{
        kPredictCard, predict_.get(), {all.x, all.bottom() - height, all.width, height}};
    if (height == all.height)
      *inspector = predict;
    else
      placed.insert(inspector, predict);
  }

  static constexpr std::string_view kPredictCard = "predict";
  static constexpr float kMemoryBelowStory = 165, kLeastLowerCard = 60;
  static inline const CardTab kLowestCards[] = {
      {"memory", "Memory", "The memory access of this step"},
      {kWatchCard, "Watch", "Expressions in each lane, and breakpoints (V)"},
      {kCellCard, "Cell", "Who wrote the selected cell, and who read it (H)"}};

  Panel& lowest_card(const PanelContext& context) {
    constexpr std::string_view cards[] = {"memory", kWatchCard, kCellCard};
    const std::string_view front = front_card(context.state, cards);
    return front == kWatchCard ? *watch_ : front == kCellCard ? *cell_ : *memory_;
  }

  // Returns the front card: the card that handles a key in this frame, otherwise the card that
  // the user selected.
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

  // Returns the name of the card that handles an action; empty if no card does.
  static std::string_view card_of(Action action) {
    constexpr std::pair<Action, std::string_view> cards[] = {
        {actions::edit_source, "source"},  {actions::find_text, "source"},
        {actions::find_next, "source"},    {actions::find_previous, "source"},
        {actions::replace_text, "source"}, {actions::zoom_in, "figure"},
        {actions::zoom_out, "figure"},     {actions::zoom_fit, "figure"},
        {actions::rows_up, "lanes"},       {actions::rows_down, "lanes"},
        {actions::next_pass, "memory"},    {actions::play_passes, "memory"},
        {actions::add_watch, kWatchCard},  {actions::edit_condition, kWatchCard},
        {actions::find_cell, kCellCard}};
    const auto found = std::ranges::find(cards, action, &std::pair<Action, std::string_view>::first);
    return found == std::end(cards) ? std::string_view{} : found->second;
  }

  // Returns the tab of the inspector. The tab also reports errors, because the card itself may be hidden.
  static CardTab inspector_tab(const PanelContext& context) {
    CardTab tab{"inspector", "Now, counters, findings"};
    if (context.predict.is_on()) {
      tab.title = context.predict.asks() ? "Question" : "Predict";
      return tab;
    }
    // Requests the remedies, so that they are available when the card comes to the front.
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
                         inspector_ = make_inspector(), transport_ = make_transport(),
                         predict_ = make_predict_panel();
  std::unique_ptr<Panel> presented_source_ = make_presented_source(),
                         presented_counters_ = make_presented_counters(),
                         presented_sentence_ = make_presented_sentence(),
                         presented_timeline_ = make_presented_timeline();
  std::unique_ptr<PresentedText> presented_text_ = make_presented_text();
};

}  // namespace

PageEntry step_page() {
  return {kStepPage,
          [](const PageServices&) -> std::unique_ptr<Page> { return std::make_unique<StepPage>(); },
          StepPage::scene};
}

}  // namespace lockstep::gui
