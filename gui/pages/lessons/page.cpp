#include "gui/pages/lessons/page.hpp"

#include <algorithm>
#include <array>

#include "gui/pages/lab/page.hpp"
#include "gui/pages/shared_place.hpp"
#include "gui/pages/step/export.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/pages/step/present/cards.hpp"

namespace lockstep::gui {
namespace {

constexpr std::string_view kTextCard = "lesson-text", kRunCard = "lesson-run";
constexpr float kLeastText = 330, kMaxText = 620, kLeastPage = 900, kMaxPlain = 820;

// Makes a step on a page with `steps`. Returns false if the page has no further step, so that
// it can be turned.
bool step(ActionContext& context, bool forward) {
  const LessonPage* page = context.lessons.page();
  const Run* run = context.session.run();
  if (page == nullptr || !page->steps || run == nullptr) return false;
  const std::uint64_t at = playhead(context.state, *run);
  const std::uint64_t to =
      forward ? run->trace->next(at, context.state.step) : run->trace->previous(at, context.state.step);
  if (to == at) return false;
  context.state.position = to;
  return true;
}

void turn(ActionContext& context, int by) {
  context.activity.playing = false;
  if (context.lessons.lesson() == nullptr) return;
  if (!step(context, by > 0)) turn_lesson_page(context.state, context.lessons, by);
}

// Returns the row of a key that answers the first open question.
ActionRow asked_row(Action action, Key key, std::string label, std::string what) {
  return {action,
          {{key}},
          std::move(label),
          std::move(what),
          [action](ActionContext& context) { context.to_panels(action); },
          KeysHold::at_work,
          [](const ActionContext& context) {
            return context.lessons.lesson() != nullptr && context.lessons.asks();
          }};
}

void present(ActionContext& context, std::size_t page) {
  if (context.lessons.lesson() == nullptr)
    return context.activity.notify("Open a lesson first: F5 presents it.");
  context.activity.playing = false;
  context.talk.end(context.state);
  context.talk.open(context.lessons.talk());
  context.talk.start(page, context.state);
}

class LessonsPage final : public Page {
 public:
  explicit LessonsPage(const PageServices& services) : services_(services) {}

  std::string_view title() const override { return "Lessons"; }
  std::string_view summary() const override { return "Lessons: pages that ask before they show"; }
  std::string tooltip(const std::string& keys) const override {
    return "Lessons: text, questions and a run beside it (" + keys + ")";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) override {
    const Rect page = window.below_top_bar();
    if (context.state.lesson.name.empty()) return {{"lesson-list", list_.get(), page}};
    if (!context.lessons.has_scene()) {
      const float width = std::min(page.width, kMaxPlain);
      return {{kTextCard, text_.get(), {page.x + (page.width - width) / 2, page.y, width, page.height}}};
    }
    if (page.width < kLeastPage) return place_shared(page, context);
    const float gap = window.gap();
    const float width = std::clamp(page.width * 0.36f, kLeastText, kMaxText);
    std::vector<PlacedPanel> placed{{kTextCard, text_.get(), {page.x, page.y, width, page.height}}};
    const Rect rest{page.x + width + gap, page.y, page.width - width - gap, page.height};
    if (context.lessons.scene_tab() == kStepPage)
      place_run(rest, gap, context, placed);
    else
      place_other({other_width(context, rest.width) + 2 * gap, window.height}, rest.x, context, placed);
    return placed;
  }

  std::vector<ActionGroup> actions() override {
    const auto is_open = [](const ActionContext& context) { return context.lessons.lesson() != nullptr; };
    const auto row = [&](const char* name, KeyPress key, std::string label, std::string what,
                         std::function<void(ActionContext&)> run) {
      return ActionRow{{name}, {key}, std::move(label), std::move(what), std::move(run), KeysHold::at_work,
                       is_open};
    };
    std::vector<ActionGroup> groups{
        {"On Lessons",
         LessonChoice::kPage,
         {row("lesson-forward", {Key::page_down}, "Page Down", "Next page",
              [](ActionContext& context) { turn(context, 1); }),
          row("lesson-backward", {Key::page_up}, "Page Up", "Previous page",
              [](ActionContext& context) { turn(context, -1); }),
          row("lesson-scroll-down", {Key::down}, "↓", "Scroll the text down",
              [](ActionContext& context) { context.to_panels(actions::rows_down); }),
          row("lesson-scroll-up", {Key::up}, "↑", "Scroll the text up",
              [](ActionContext& context) { context.to_panels(actions::rows_up); }),
          asked_row(actions::check_answer, Key::enter, "Enter", "Check the answer"),
          asked_row(actions::answer_digits[0], Key::digit0, "0 to 9", "Answer the first open question"),
          row("lesson-present", {Key::f5}, "F5 or F8", "Present the lesson; Shift+F5: from this page",
              [](ActionContext& context) { present(context, 0); }),
          row("lesson-present-here", {Key::f5, false, true}, "", "",
              [](ActionContext& context) { present(context, context.lessons.page_index()); }),
          row("lesson-close", {Key::backspace}, "Backspace", "All lessons",
              [](ActionContext& context) { close_lesson(context.state); })}}};
    constexpr Key digits[] = {Key::digit1, Key::digit2, Key::digit3, Key::digit4, Key::digit5,
                              Key::digit6, Key::digit7, Key::digit8, Key::digit9};
    for (std::size_t i = 0; i < std::size(digits); ++i)
      groups.front().rows.push_back(asked_row(actions::answer_digits[i + 1], digits[i], "", ""));
    return groups;
  }

  std::vector<PageExport> exports(const AppState&) const override {
    return {{ExportFormat::svg, "The figure at this moment, as a drawing for slides.",
             [](const ActionContext& context, const std::string& path, std::optional<float> width) {
               return export_figure(context.state, context.session, path, width.value_or(1100));
             }},
            {ExportFormat::png, "A picture of this moment."}};
  }
  std::string export_name(const ExportChoice&, const AppState& state, std::uint64_t) const override {
    return state.lesson.page.empty() ? "lesson" : "lesson-" + state.lesson.page;
  }
  bool shows_run() const override { return true; }
  std::optional<bool> play_on(ActionContext& context) override {
    if (context.lessons.lesson() == nullptr) return std::nullopt;
    const Run* run = context.session.run();
    if (run == nullptr) return true;
    const std::uint64_t at = playhead(context.state, *run);
    context.state.position = run->trace->next(at, context.state.step);
    return at < run->trace->size();
  }

  static void scene(SceneFields& fields, AppState& state) {
    LessonChoice& lesson = state.lesson;
    if (lesson.name.empty() && !fields.has("lesson")) return;
    fields.object("lesson", [&lesson](SceneFields& part) {
      part.text("name", lesson.name);
      part.text("page", lesson.page, SceneFields::Empty::left_out);
      part.flag("begun", lesson.begun);
    });
  }

 private:
  std::vector<PlacedPanel> place_shared(const Rect& page, PanelContext& context) {
    const SharedPlace shared{page};
    const std::array cards{kTextCard, kRunCard};
    const std::string_view front = front_card(context.state, cards);
    tabs_.show({{kTextCard, "Text"}, {kRunCard, "Run"}}, front);
    std::vector<PlacedPanel> placed{{"lesson-tabs", &tabs_, shared.tabs()}};
    if (front == kTextCard || context.lessons.scene_tab() != kStepPage)
      placed.push_back({kTextCard, text_.get(), shared.card()});
    else
      place_run(shared.card(), 8, context, placed);
    return placed;
  }

  // Returns the width of the other page beside the text. The Lab is laid out as in a narrow window, because
  // with the settings and the numbers of all models beside its picture there would be no space for the text.
  static float other_width(const PanelContext& context, float room) {
    return context.lessons.scene_tab() == LabChoice::kPage ? std::min(room, kLeastLabPage - 1) : room;
  }

  // Places the panels of another page, such as the Lab or Theory, for a scene of that page. That page is laid
  // out as in a window with the remaining width.
  void place_other(const WindowArea& window, float x, PanelContext& context,
                   std::vector<PlacedPanel>& placed) {
    if (others_.empty()) others_ = make_pages(all_pages(), services_);
    const float by = x - window.below_top_bar().x;
    for (PlacedPanel& panel : page_of(others_, context.lessons.scene_tab()).place(window, context)) {
      panel.card.x += by;
      placed.push_back(panel);
    }
  }

  // Places the cards that the page of the lesson shows, and the transport, which steps through the run.
  void place_run(const Rect& area, float gap, PanelContext& context, std::vector<PlacedPanel>& placed) {
    const float transport = std::min(106.0f, area.height / 4);
    const Rect cards{area.x, area.y, area.width, area.height - transport - gap};
    Show show = context.lessons.shown_cards(context.state, context.session);
    // The transport already contains the timeline.
    std::erase_if(show.cards, [](const ShownCard& card) { return card.card == ShowCard::timeline; });
    const PresentationLayout layout = presentation_layout(
        show, cards, 0,
        presentation_needs(context, [this](ShowCard card) -> Panel& { return *panel_of(card); }));
    for (const PresentedCard& card : layout.cards) {
      const bool is_stage =
          card.card == ShowCard::figure || card.card == ShowCard::lanes || card.card == ShowCard::memory;
      placed.push_back({name(card.card), panel_of(card.card), card.rect, is_stage, card.zoom});
    }
    placed.push_back(
        {"transport", transport_.get(), {area.x, area.bottom() - transport, area.width, transport}});
  }

  Panel* panel_of(ShowCard card) const {
    switch (card) {
      case ShowCard::source:
        return source_.get();
      case ShowCard::figure:
        return figure_.get();
      case ShowCard::lanes:
        return lanes_.get();
      case ShowCard::memory:
        return memory_.get();
      case ShowCard::counters:
        return counters_.get();
      case ShowCard::sentence:
        return sentence_.get();
      case ShowCard::timeline:
        break;
    }
    return timeline_.get();
  }

  std::unique_ptr<Panel> list_ = make_lesson_list_panel(), text_ = make_lesson_text_panel(),
                         source_ = make_presented_source(), figure_ = make_figure_panel(),
                         lanes_ = make_lanes_panel(), memory_ = make_memory_panel(),
                         counters_ = make_presented_counters(), sentence_ = make_presented_sentence(),
                         timeline_ = make_presented_timeline(), transport_ = make_transport();
  CardTabs tabs_;
  PageServices services_;
  std::vector<std::unique_ptr<Page>> others_;  // pages of other tabs, which are created when first needed
};

}  // namespace

PageEntry lessons_page() {
  return {LessonChoice::kPage,
          [](const PageServices& services) -> std::unique_ptr<Page> {
            return std::make_unique<LessonsPage>(services);
          },
          LessonsPage::scene};
}

}  // namespace lockstep::gui
