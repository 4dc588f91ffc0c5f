// The keys of the Compare page: the keys of its table, and the keys that step two rows together.
#include <algorithm>

#include "gui/pages/compare/model.hpp"
#include "gui/pages/compare/page.hpp"
#include "gui/session/playback.hpp"

namespace lockstep::gui {
namespace {

using Step = sim::Trace::Step;

// The services that the keys of this page use.
struct CompareContext {
  AppState& state;
  Session& session;
  Activity& activity;
  CountRunner& counting;
  const PairRunner& pair;
};

// A row of the table of actions before the services are added.
struct Row {
  Action action;
  std::vector<KeyPress> keys;
  std::string label, what;
  std::function<void(CompareContext&)> run;
  bool (*available)(const PairRunner&);
  KeysHold hold = KeysHold::at_work;
};

ActionRow row_for(const Row& row, CompareServices services) {
  const auto with = [services](ActionContext& all) {
    return CompareContext{all.state, all.session, all.activity, services.counting, services.pair};
  };
  return {row.action,
          row.keys,
          row.label,
          row.what,
          [with, run = row.run](ActionContext& all) {
            CompareContext context = with(all);
            run(context);
          },
          row.hold,
          [services, available = row.available](const ActionContext&) { return available(services.pair); }};
}

bool is_pair(const PairRunner& pair) { return pair.is_open(); }
bool is_table(const PairRunner& pair) { return !pair.is_open(); }

std::vector<CompareRow> shown_rows(const CompareContext& context) {
  return prepare_compare(context.state, compare_rows(context.state, context.session.original().text),
                         context.counting.snapshot());
}

// Calls `change(row)` with the row under the cursor, if there is one.
template <class Change>
void with_row(CompareContext& context, Change change) {
  const std::vector<CompareRow> rows = shown_rows(context);
  const auto row = std::ranges::find(rows, context.state.compare.row, &CompareRow::key);
  if (row != rows.end()) change(*row);
}

void open_pair(CompareContext& context) {
  mark_edited_pair(context.state);
  context.state.compare.stepping = can_step_pair(context.state);
  if (!context.state.compare.stepping)
    context.activity.notify("Mark two rows first: click their rings, or press C on each.");
}

void close_pair(CompareContext& context) { context.state.compare.stepping = false; }

Row table_row(Action action, KeyPress key, std::string label, std::string what,
              std::function<void(CompareContext&)> run) {
  return {action, {key}, std::move(label), std::move(what), std::move(run), is_table};
}

std::vector<Row> table_rows() {
  return {
      table_row(actions::row_down, {Key::down}, "↓", "Next row",
                [](CompareContext& c) { step_row(c.state.compare, shown_rows(c), 1); }),
      table_row(actions::row_up, {Key::up}, "↑", "Previous row",
                [](CompareContext& c) { step_row(c.state.compare, shown_rows(c), -1); }),
      table_row({"column-right"}, {Key::right}, "→", "Sort by the next column",
                [](CompareContext& c) { step_column(c.state.compare, 1); }),
      table_row({"column-left"}, {Key::left}, "←", "Sort by the previous column",
                [](CompareContext& c) { step_column(c.state.compare, -1); }),
      table_row({"turn-order"}, {Key::space}, "Space", "Reverse the order",
                [](CompareContext& c) { sort_by(c.state.compare, c.state.compare.column); }),
      table_row(
          actions::open_row, {Key::enter}, "Enter", "Open the row in Step",
          [](CompareContext& c) { with_row(c, [&](const CompareRow& row) { open_row(c.state, row); }); }),
      table_row({"mark-row"}, {Key::c}, "C", "Mark the row for a comparison",
                [](CompareContext& c) {
                  with_row(c, [&](const CompareRow& row) { mark_row(c.state.compare, row.key); });
                }),
      table_row(actions::step_pair, {Key::b}, "B", "Step both marked rows together", open_pair),
      table_row(actions::toggle_reductions, {Key::r}, "R", "Reductions, on or off",
                [](CompareContext& c) { c.state.compare.reductions = !c.state.compare.reductions; }),
      table_row(actions::toggle_scans, {Key::s}, "S", "Scans, on or off",
                [](CompareContext& c) { c.state.compare.scans = !c.state.compare.scans; }),
      table_row(actions::toggle_patterns, {Key::p}, "P", "Patterns, on or off",
                [](CompareContext& c) { c.state.compare.patterns = !c.state.compare.patterns; }),
  };
}

void move_pair_to(AppState& state, const PairRunner& pair, std::uint64_t step) {
  // Before the runs are ready, the selected position is kept.
  const auto runs = pair.runs();
  if (!runs.empty()) state.compare.step = std::min(step, pair_length(runs));
}

std::uint64_t here(const CompareContext& context) { return context.pair.step(context.state); }
std::uint64_t end(const CompareContext& context) { return pair_length(context.pair.runs()); }

// Returns the row of a key that is also used in Step. `to(context)` returns the step to which both runs move.
template <class To>
Row move_row(Action action, KeyPress key, To to) {
  return {action,
          {key},
          "",
          "",
          [to](CompareContext& context) {
            context.activity.playing = false;
            move_pair_to(context.state, context.pair, to(context));
          },
          is_pair,
          KeysHold::presenting};
}

Row event_row(Action action, KeyPress key, bool later) {
  return {action,
          {key},
          "",
          "",
          [later](CompareContext& context) {
            const auto runs = context.pair.runs();
            const std::uint16_t flags = event_flags(context.state.event);
            const auto step =
                later ? next_event(runs, here(context), flags) : previous_event(runs, here(context), flags);
            if (!step)
              context.activity.notify(later ? "There is no later event of this kind in either run."
                                            : "There is no earlier event of this kind in either run.");
            context.activity.playing = false;
            move_pair_to(context.state, context.pair, step.value_or(here(context)));
          },
          is_pair};
}

Row boundary_row(Action action, KeyPress key, Step kind, bool later) {
  return move_row(action, key, [kind, later](const CompareContext& context) {
    const auto runs = context.pair.runs();
    return later ? next_boundary(runs, here(context), kind) : previous_boundary(runs, here(context), kind);
  });
}

void play_or_pause_pair(CompareContext& context) {
  bool& playing = context.activity.playing;
  playing = !playing && end(context) > 0;
  // If both runs are at the end, playing starts again at the first step.
  if (playing && here(context) == end(context)) move_pair_to(context.state, context.pair, 0);
}

std::vector<Row> pair_rows() {
  const auto start = [](const CompareContext&) { return std::uint64_t{0}; };
  const auto at_work = [](Row row) {
    row.hold = KeysHold::at_work;
    return row;
  };
  // A key of the run in Step that has no effect here, because the run is not visible.
  const auto hidden = [](Action action, KeyPress key) {
    return Row{action, {key}, "", "", [](CompareContext&) {}, is_pair};
  };
  return {
      {actions::step_pair, {{Key::b}}, "B", "Back to the table; other keys as in Step", close_pair, is_pair},
      {{"leave"}, {{Key::escape}}, "", "", close_pair, is_pair},
      {actions::play_or_pause, {{Key::space}}, "", "", play_or_pause_pair, is_pair, KeysHold::presenting},
      move_row(actions::step_forward, {Key::right}, [](const CompareContext& c) { return here(c) + 1; }),
      move_row(actions::step_back, {Key::left},
               [](const CompareContext& c) { return here(c) == 0 ? 0 : here(c) - 1; }),
      boundary_row({"barrier-forward"}, {Key::right, false, true}, Step::barrier, true),
      boundary_row({"barrier-back"}, {Key::left, false, true}, Step::barrier, false),
      boundary_row({"launch-forward"}, {Key::right, true}, Step::launch, true),
      boundary_row({"launch-back"}, {Key::left, true}, Step::launch, false),
      move_row(actions::go_to_start, {Key::home}, start),
      move_row(actions::go_to_end, {Key::end}, end),
      at_work(move_row({"run-to-end"}, {Key::f5}, end)),
      at_work(move_row({"run-to-start"}, {Key::f5, false, true}, start)),
      event_row(actions::next_event, {Key::n}, true),
      event_row(actions::previous_event, {Key::p}, false),
      hidden({"toggle-breakpoint"}, {Key::f9}),
      hidden({"next-algorithm"}, {Key::a}),
      hidden({"previous-algorithm"}, {Key::a, false, true}),
  };
}

}  // namespace

std::vector<ActionGroup> compare_actions(CompareServices services) {
  const auto group = [&](const char* title, const std::vector<Row>& rows) {
    ActionGroup made{title, CompareChoice::kPage, {}};
    for (const Row& row : rows) made.rows.push_back(row_for(row, services));
    return made;
  };
  return {group("On Compare", table_rows()), group("Stepping both rows", pair_rows())};
}

bool play_pair_on(AppState& state, const PairRunner& pair) {
  const auto runs = pair.runs();
  if (runs.empty()) return true;  // the simulations have not finished
  move_pair_to(state, pair, pair.step(state) + 1);
  return *state.compare.step < pair_length(runs);
}

}  // namespace lockstep::gui
