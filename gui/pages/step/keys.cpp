// The keys of the Step page: keys that move through the run (Space, arrows, Home, End, F5, N, P …), keys that
// move its figures, and keys that edit the kernel's text. They are active on every page that does not use
// them differently.
#include <algorithm>
#include <bit>

#include "gui/pages/step/model/seen_steps.hpp"
#include "gui/pages/step/page.hpp"
#include "gui/pages/step/source/form_model.hpp"
#include "gui/session/cell_writes.hpp"
#include "gui/session/playback.hpp"
#include "sim/explain/cures/other_outcome.hpp"

namespace lockstep::gui {
namespace {

using Step = sim::Trace::Step;
using Context = ActionContext;

// Calls `change(trace, playhead)` if there is a run.
template <class Change>
void with_trace(Context& context, Change change) {
  if (const Run* run = context.session.run()) change(*run->trace, playhead(context.state, *run));
}

void play_or_pause(Context& context) {
  const Run* run = context.session.run();
  context.activity.playing = !context.activity.playing && run != nullptr;
  // If the playhead is at the end, playing starts again at the beginning.
  if (context.activity.playing && playhead(context.state, *run) == run->trace->size())
    context.state.position = 0;
}

void forward(Context& context, Step step) {
  context.activity.playing = false;
  with_trace(context, [&](const sim::Trace& trace, std::uint64_t from) {
    const AppState& state = context.state;
    context.state.position =
        state.presentation ? next_seen(trace, state.show, from, step) : trace.next(from, step);
  });
}

void back(Context& context, Step step) {
  context.activity.playing = false;
  with_trace(context, [&](const sim::Trace& trace, std::uint64_t from) {
    const AppState& state = context.state;
    context.state.position =
        state.presentation ? previous_seen(trace, state.show, from, step) : trace.previous(from, step);
  });
}

// Reports conditions that cannot be evaluated. Such a condition never stops the run; without a message, the
// user could mistake it for a false condition.
void report_conditions(Context& context, sim::Breakpoints& breakpoints) {
  for (const auto& [line, condition] : context.state.breakpoints)
    if (const std::string problem = breakpoints.problem(line); !problem.empty())
      context.activity.notify("The condition at line " + std::to_string(line) +
                              " cannot be evaluated: " + problem + ".");
}

// Reports the lanes in which the condition holds.
void report_stop(Context& context, const sim::Trace& trace, std::uint64_t position, std::uint64_t lanes) {
  const std::uint32_t line = trace.range_at(position).line;
  const auto breakpoint = context.state.breakpoints.find(line);
  if (breakpoint == context.state.breakpoints.end() || breakpoint->second.empty()) return;
  const auto count = static_cast<unsigned>(std::popcount(lanes));
  const std::string where =
      count == 1 ? "lane " + std::to_string(std::countr_zero(lanes))
                 : std::to_string(count) + " lanes, the first is " + std::to_string(std::countr_zero(lanes));
  context.activity.notify("Line " + std::to_string(line) + ": " + breakpoint->second + " holds in " + where +
                          " of warp " + std::to_string(trace.at(position).moment.warp) + ".");
}

void run_to_stop(Context& context, bool later) {
  with_trace(context, [&](const sim::Trace& trace, std::uint64_t from) {
    sim::Breakpoints& breakpoints = context.session.breakpoints(context.state);
    report_conditions(context, breakpoints);
    const auto stop = later ? breakpoints.next(from, trace.size()) : breakpoints.previous(from);
    if (stop && stop->gave_up)
      context.activity.notify("No breakpoint has been reached yet. Press the key again to continue.");
    if (stop && !stop->gave_up)
      report_stop(context, trace, stop->position, breakpoints.lanes_at(stop->position));
    context.state.position = stop ? stop->position : later ? trace.size() : 0;
  });
}

std::optional<std::uint64_t> find_event(const AppState& state, const sim::Trace& trace, std::uint64_t from,
                                        bool later) {
  if (state.event == EventKind::write)
    return later ? next_write(trace, from, *state.selected_cell)
                 : previous_write(trace, from, *state.selected_cell);
  const std::uint16_t flags = event_flags(state.event);
  return later ? trace.next_event(from, flags) : trace.previous_event(from, flags);
}

void go_to_event(Context& context, bool later) {
  with_trace(context, [&](const sim::Trace& trace, std::uint64_t from) {
    const AppState& state = context.state;
    if (state.event == EventKind::write && !state.selected_cell)
      return context.activity.notify("Click a cell of the figure first: N and P go to the writes to it.");
    const auto found = find_event(state, trace, from, later);
    if (!found)
      return context.activity.notify(later ? "There is no later event of this kind."
                                           : "There is no earlier event of this kind.");
    context.state.position = *found;
  });
}

void toggle_breakpoint(Context& context) {
  AppState& state = context.state;
  const std::uint32_t line = context.session.moment(state).line;
  if (line != 0) gui::toggle_breakpoint(state, line);
}

// Selects the algorithm that is `by` positions further in the lists of algorithms, which wrap around.
void change_algorithm(Context& context, int by) {
  std::vector<std::string> ids;
  for (const auto* list : all_lists())
    for (const Algorithm& entry : *list) ids.push_back(entry.id);
  const auto at = static_cast<int>(std::ranges::find(ids, context.state.algorithm) - ids.begin());
  const auto count = static_cast<int>(ids.size());
  choose_algorithm(context.state, ids[static_cast<std::size_t>((at + by + count) % count)]);
}

// Returns a function that shows the Step page and passes the action to its panels.
std::function<void(Context&)> in_step(Action action) {
  return [action](Context& context) {
    context.state.tab = kStepPage;
    context.state.presentation = false;
    context.to_panels(action);
  };
}

// Edits the condition of the breakpoint on the next line. If the line has no breakpoint, adds one.
void edit_condition(Context& context) {
  const std::uint32_t line =
      context.activity.condition_line.value_or(context.session.moment(context.state).line);
  if (line == 0) return;
  context.state.breakpoints.try_emplace(line);
  context.activity.condition_line = line;
  in_step(actions::edit_condition)(context);
}

// Selects the failing schedule that the explanation has found. If this schedule is already selected, returns
// to the previous schedule.
void fail_schedule(Context& context) {
  if (context.state.schedule_before) return return_to_schedule(context.state);
  if (context.session.run() == nullptr) return;
  const sim::Explanation* explanation = context.session.explanation();
  if (explanation == nullptr)
    return context.activity.notify("Searching for a schedule that fails. Press X again in a moment.");
  if (!explanation->other)
    return context.activity.notify("No other schedule was found in which this kernel fails.");
  const sim::Schedule schedule = explanation->other->schedule;
  choose_failing_schedule(context.state, schedule);
  context.state.overlay = {};
  context.activity.notify("This run uses " + sim::schedule_words(schedule) +
                          ", and its result is wrong. X selects the previous schedule.");
}

void show_original(Context& context) {
  AppState& state = context.state;
  if (!state.edited_text()) return context.activity.notify("This kernel has no edits: it is the original.");
  state.show_original = !state.show_original;
  state.tab = kStepPage;
  state.presentation = false;
}

void next_form(Context& context) {
  AppState& state = context.state;
  state.source_form = next_source_form(context.session, state);
  state.tab = kStepPage;
  state.presentation = false;
  bring_to_front(state, "source");
}

std::function<void(Context&)> to_panels(Action action) {
  return [action](Context& context) { context.to_panels(action); };
}

ActionRow panel_row(Action action, KeyPress key, std::string label, std::string what,
                    KeysHold hold = KeysHold::at_work) {
  return {action, {key}, std::move(label), std::move(what), to_panels(action), hold};
}

// Whether no talk is open. If a talk is open, F5 starts the talk.
bool has_no_talk(const Context& context) { return !context.talk.has_talk(); }

std::vector<ActionRow> run_rows() {
  return {
      {actions::play_or_pause, {{Key::space}}, "Space", "Play or pause", play_or_pause, KeysHold::presenting},
      {actions::step_forward,
       {{Key::right}},
       "→",
       "Next step",
       [](Context& c) { forward(c, c.state.step); },
       KeysHold::presenting},
      {actions::step_back,
       {{Key::left}},
       "←",
       "Previous step",
       [](Context& c) { back(c, c.state.step); },
       KeysHold::presenting},
      {{"barrier-forward"},
       {{Key::right, false, true}},
       "Shift+→",
       "Next barrier",
       [](Context& c) { forward(c, Step::barrier); },
       KeysHold::presenting},
      {{"barrier-back"},
       {{Key::left, false, true}},
       "Shift+←",
       "Previous barrier",
       [](Context& c) { back(c, Step::barrier); },
       KeysHold::presenting},
      {{"launch-forward"},
       {{Key::right, true}},
       "Ctrl+→",
       "Next launch",
       [](Context& c) { forward(c, Step::launch); },
       KeysHold::presenting},
      {{"launch-back"},
       {{Key::left, true}},
       "Ctrl+←",
       "Previous launch",
       [](Context& c) { back(c, Step::launch); },
       KeysHold::presenting},
      {actions::go_to_start,
       {{Key::home}},
       "Home",
       "Start of the run",
       [](Context& c) { c.state.position = 0; },
       KeysHold::presenting},
      {actions::go_to_end,
       {{Key::end}},
       "End",
       "End of the run",
       [](Context& c) { c.state.position = c.session.size(); },
       KeysHold::presenting},
      {{"toggle-breakpoint"}, {{Key::f9}}, "F9", "Breakpoint on the next line, on or off", toggle_breakpoint},
      {{"run-to-end"},
       {{Key::f5}},
       "F5 or F8",
       "Run to the next breakpoint or the end",
       [](Context& c) { run_to_stop(c, true); },
       KeysHold::presenting,
       has_no_talk},
      {{"run-to-start"},
       {{Key::f5, false, true}},
       "Shift+F5",
       "Run back to a breakpoint or the start",
       [](Context& c) { run_to_stop(c, false); },
       KeysHold::presenting,
       has_no_talk},
      {actions::next_event,
       {{Key::n}},
       "N",
       "Next event of the chosen kind",
       [](Context& c) { go_to_event(c, true); },
       KeysHold::presenting},
      {actions::previous_event,
       {{Key::p}},
       "P",
       "Previous event of the chosen kind",
       [](Context& c) { go_to_event(c, false); },
       KeysHold::presenting},
      {actions::faster,
       {{Key::plus}},
       "+",
       "Play faster",
       [](Context& c) { c.state.speed = std::min(c.state.speed + 1, kFastest); },
       KeysHold::presenting},
      {actions::slower,
       {{Key::minus}},
       "−",
       "Play slower",
       [](Context& c) { c.state.speed = std::max(c.state.speed - 1, kSlowest); },
       KeysHold::presenting},
      panel_row(actions::zoom_in, {Key::plus, true}, "Ctrl++", "Larger cells in the figure",
                KeysHold::presenting),
      panel_row(actions::zoom_out, {Key::minus, true}, "Ctrl+−", "Smaller cells in the figure",
                KeysHold::presenting),
      panel_row(actions::zoom_fit, {Key::digit0, true}, "Ctrl+0", "Relevant cells at this moment",
                KeysHold::presenting),
      panel_row(actions::rows_up, {Key::up}, "↑", "Earlier steps of the figure", KeysHold::presenting),
      panel_row(actions::rows_down, {Key::down}, "↓", "Later steps of the figure", KeysHold::presenting),
      panel_row(actions::next_pass, {Key::b}, "B", "Next pass of a local-memory access"),
      panel_row(actions::play_passes, {Key::b, false, true}, "Shift+B", "Play all passes of the access"),
      {actions::add_watch, {{Key::v}}, "V", "Watch an expression", in_step(actions::add_watch)},
      {actions::find_cell,
       {{Key::h}},
       "H",
       "History of a cell: who wrote it, who read it",
       in_step(actions::find_cell)},
      {actions::edit_condition,
       {{Key::f9, false, true}},
       "Shift+F9",
       "Condition of the breakpoint on the next line",
       edit_condition},
      {actions::fail_schedule, {{Key::x}}, "X", "Run with the schedule that fails, and back", fail_schedule},
      {{"next-algorithm"},
       {{Key::a}},
       "A",
       "Next algorithm in the list",
       [](Context& c) { change_algorithm(c, 1); }},
      {{"previous-algorithm"},
       {{Key::a, false, true}},
       "Shift+A",
       "Previous algorithm in the list",
       [](Context& c) { change_algorithm(c, -1); }},
  };
}

std::vector<ActionRow> text_rows() {
  const auto row = [](Action action, KeyPress key, std::string label, std::string what) {
    return ActionRow{action, {key}, std::move(label), std::move(what), in_step(action)};
  };
  return {
      row(actions::edit_source, {Key::f2}, "F2", "Edit the kernel; Esc ends editing"),
      row(actions::find_text, {Key::f, true}, "Ctrl+F", "Find"),
      row(actions::replace_text, {Key::h, true}, "Ctrl+H", "Replace"),
      row(actions::find_next, {Key::f3}, "F3", "Next match; Shift+F3: previous match"),
      row(actions::find_previous, {Key::f3, false, true}, "Shift+F3", ""),
      {actions::show_original, {{Key::d, true}}, "Ctrl+D", "Difference from the original", show_original},
      {{"next-source-form"},
       {{Key::o, false, true}},
       "Shift+O",
       "Next form: OpenCL C, CUDA, OpenMP, MPI",
       next_form},
      // The editor (gui/editor/code_editor.cpp) handles these keys while the text is edited.
      {{"undo"}, {}, "Ctrl+Z / Y", "Undo, redo, while the text is edited", {}},
      {{"move-by-words"}, {}, "Ctrl+← →", "By words; with Shift: select", {}},
      {{"indent"}, {}, "Tab", "Indent lines; Shift+Tab: outdent", {}},
      {{"complete"}, {}, "Ctrl+Space", "Complete a name; Enter or Tab takes it", {}},
      {{"comment"}, {}, "Ctrl+/", "Comment lines; also Ctrl+Shift+7", {}},
      {{"line-breakpoint"}, {}, "F9", "Breakpoint on the cursor's line", {}},
      {{"right-click"}, {}, "Right click", "A name: watch; a line's number: condition", {}},
  };
}

// Makes the rows unavailable on pages that do not show the run: there, a key would change it unseen.
std::vector<ActionRow> where_run_is_shown(std::vector<ActionRow> rows) {
  for (ActionRow& row : rows)
    row.available = [before = std::move(row.available)](const ActionContext& context) {
      const std::string_view page = context.page.key();
      return page != AssignmentChoice::kPage && page != LabChoice::kPage && (!before || before(context));
    };
  return rows;
}

}  // namespace

std::vector<ActionGroup> step_actions() {
  return {{"Moving through the run", "", where_run_is_shown(run_rows())},
          {"The kernel's text", "", where_run_is_shown(text_rows())}};
}

}  // namespace lockstep::gui
