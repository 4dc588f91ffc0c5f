#include "gui/app/talk_keys.hpp"

#include "gui/pages/step/model/seen_steps.hpp"

namespace lockstep::gui {
namespace {

using Context = ActionContext;

template <class Move>
std::function<void(Context&)> moves(Move move) {
  return [move](Context& context) {
    context.activity.playing = false;
    move(context, page_steps(context));
  };
}

// Scrolls contents that are too tall for the window. Returns false if the contents cannot be scrolled any
// further, so that the page can be turned.
bool scrolls(Context& context, int by) {
  return context.talk.cover() == Cover::none && context.page.turn_on(by, context.state);
}
void forward(Context& context, const PageSteps& steps) {
  if (!scrolls(context, 1)) context.talk.forward(context.state, steps);
}
void back(Context& context, const PageSteps& steps) {
  if (!scrolls(context, -1)) context.talk.back(context.state, steps);
}

// Returns whether the shown page of the talk shows no run. On such a page, → and ← act as Page Down and Page
// Up, because some clickers send these keys. On other pages, → and ← step through the run as usual.
bool shows_no_run(const Context& context) {
  const AppState& state = context.state;
  if (state.tab == CompareChoice::kPage && state.compare.stepping) return false;  // two runs
  const TalkPage* page = context.talk.shown();
  return page != nullptr && (context.state.tab != kStepPage || page->scene.show.cards.empty());
}

// Returns whether no question of Predict mode is open. An open question handles digits, Enter and S.
bool asks_nothing(const Context& context) { return !context.predict.asks(); }

void start(Context& context, std::size_t page) {
  context.activity.playing = false;
  context.state.overlay = {};
  if (!context.talk.has_talk()) context.state.position = 0;
  context.talk.start(page, context.state);
}

ActionRow cover_row(Cover cover, Key letter, Key sign, std::string label, std::string what) {
  return {{cover == Cover::black ? "black" : "white"},
          {{letter}, {sign}},
          std::move(label),
          std::move(what),
          [cover](Context& context) { context.talk.cover(cover); }};
}

std::vector<ActionRow> digit_rows() {
  constexpr Key keys[] = {Key::digit0, Key::digit1, Key::digit2, Key::digit3, Key::digit4,
                          Key::digit5, Key::digit6, Key::digit7, Key::digit8, Key::digit9};
  std::vector<ActionRow> rows;
  for (unsigned digit = 0; digit < 10; ++digit)
    rows.push_back({{"page-digit"},
                    {{keys[digit]}},
                    "",
                    "",
                    [digit](Context& context) { context.talk.type_digit(digit); },
                    KeysHold::at_work,
                    asks_nothing});
  return rows;
}

std::vector<ActionRow> presenting_rows() {
  std::vector<ActionRow> rows{
      {{"page-forward"}, {{Key::page_down}}, "Page Down", "Next step or page", moves(forward)},
      {{"page-back"}, {{Key::page_up}}, "Page Up", "Previous step or page", moves(back)},
      {{"page-next"},
       {{Key::right}},
       "→",
       "Next step, or page where there is no run",
       moves(forward),
       KeysHold::at_work,
       shows_no_run},
      {{"page-previous"},
       {{Key::left}},
       "←",
       "Previous step, or page without a run",
       moves(back),
       KeysHold::at_work,
       shows_no_run},
      {{"jump"},
       {{Key::enter}},
       "12, Enter",
       "To page 12",
       moves([](Context& c, const PageSteps& steps) {
         if (const auto problem = c.talk.enter(c.state, steps)) c.activity.notify(*problem);
       }),
       KeysHold::at_work,
       asks_nothing},
      {{"erase-digit"},
       {{Key::backspace}},
       "",
       "",
       [](Context& c) { c.talk.erase_digit(); },
       KeysHold::at_work,
       asks_nothing},
      cover_row(Cover::black, Key::b, Key::period, "B or .", "Black window, and back"),
      cover_row(Cover::white, Key::w, Key::comma, "W or ,", "White window, and back"),
      {actions::speaker_window,
       {{Key::s}},
       "S",
       "Notes and next page in a second window",
       [](Context& c) { c.activity.speaker_window = true; },
       KeysHold::at_work,
       asks_nothing},
      {{"no-editing"},
       {{Key::f2}},
       "",
       "",
       [](Context& c) { c.activity.notify("F2 edits the source outside a presentation: press Esc first."); }},
      {{"start-talk"}, {{Key::f5}}, "", "", [](Context& c) { start(c, 0); }},
      {{"start-here"}, {{Key::f5, false, true}}, "", "", [](Context& c) { start(c, c.talk.page()); }}};
  for (ActionRow& row : digit_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace

PageSteps page_steps(Context& context) {
  if (const auto own = context.page.own_steps(context.state)) return *own;
  const Run* run = context.session.run();
  if (run == nullptr || context.state.tab != kStepPage ||
      context.session.status(context.state) != Session::RunStatus::current)
    return {};
  const sim::Trace& trace = *run->trace;
  PageSteps steps{playhead(context.state, *run)};
  const AppState& state = context.state;
  const std::uint64_t next = next_seen(trace, state.show, steps.at, state.step);
  const std::uint64_t previous = previous_seen(trace, state.show, steps.at, state.step);
  steps.end = trace.size();
  if (next > steps.at) steps.next = next;
  if (previous < steps.at) steps.previous = previous;
  return steps;
}

std::vector<ActionGroup> talk_actions() {
  const auto waits = [](const Context& context) { return context.talk.has_talk(); };
  constexpr const char* title = "Presentation";
  return {{title,
           "",
           {{{"start-talk"},
             {{Key::f5}},
             "F5 or F8",
             "Start the talk; Shift+F5: from this page",
             [](Context& c) { start(c, 0); },
             KeysHold::at_work,
             waits},
            {{"start-here"},
             {{Key::f5, false, true}},
             "",
             "",
             [](Context& c) { start(c, c.talk.page()); },
             KeysHold::at_work,
             waits}}},
          {title, std::string(kPresenting), presenting_rows()}};
}

}  // namespace lockstep::gui
