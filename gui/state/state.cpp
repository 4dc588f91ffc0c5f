#include "gui/state/state.hpp"

#include <algorithm>
#include <cmath>

#include "core/plan/typed_values.hpp"

namespace lockstep::gui {

std::string_view front_card(const ViewChoice& view, std::span<const std::string_view> cards) {
  for (std::size_t i = view.in_front.size(); i-- > 0;)
    if (const auto found = std::ranges::find(cards, view.in_front[i]); found != cards.end()) return *found;
  return cards.empty() ? std::string_view{} : cards.front();
}

void bring_to_front(ViewChoice& view, std::string_view card) {
  std::erase(view.in_front, card);
  view.in_front.emplace_back(card);
}

void toggle_breakpoint(PlayheadChoice& playhead, std::uint32_t line) {
  if (playhead.breakpoints.erase(line) == 0) playhead.breakpoints[line] = "";
}

void end_story(ViewChoice& view) {
  view.title.clear();
  view.story.clear();
  view.document.clear();
  view.words_tab.clear();
}

bool has_words_here(const ViewChoice& view) {
  if (view.title.empty() && view.story.empty()) return false;
  return view.words_tab.empty() || view.words_tab == view.tab;
}

void forget_position(PlayheadChoice& playhead) {
  playhead.position.reset();
  playhead.after_row.reset();
}

void watch(AppState& state, const std::string& expression) {
  if (!expression.empty() && std::ranges::find(state.watches, expression) == state.watches.end())
    state.watches.push_back(expression);
  bring_to_front(state, kWatchCard);
}

void show_history(ViewChoice& view, const CellId& cell) {
  view.selected_cell = cell;
  bring_to_front(view, kCellCard);
}

void choose_schedule(AppState& state, const sim::Schedule& schedule) {
  state.schedule = schedule;
  state.schedule_before.reset();
  forget_position(state);
}

void choose_failing_schedule(AppState& state, const sim::Schedule& schedule) {
  if (!state.schedule_before) state.schedule_before = state.schedule;
  state.schedule = schedule;
  forget_position(state);
}

void return_to_schedule(AppState& state) {
  if (state.schedule_before) state.schedule = *state.schedule_before;
  state.schedule_before.reset();
  forget_position(state);
}

// Returns to the previous schedule, because the failing schedule was chosen for the previous kernel, and a
// different kernel need not fail with it.
static void forget_failing_schedule(AppState& state) {
  if (state.schedule_before) return_to_schedule(state);
}

// Replaces an operator or a type that the algorithm does not support. Otherwise, only an error message would
// be shown.
static void choose_taken(RunChoice& run, const Algorithm& algorithm) {
  const auto takes = [](const auto& all, const auto& one) {
    return all.empty() || std::ranges::find(all, one) != all.end();
  };
  if (!takes(algorithm.operators, run.op)) run.op = algorithm.operators.front();
  if (!algorithm.takes_text && !takes(algorithm.types, run.type)) run.type = algorithm.types.front();
}

void choose_algorithm(AppState& state, const std::string& id) {
  if (id != state.algorithm) forget_failing_schedule(state);
  end_story(state);
  state.algorithm = id;
  state.kernel_file.clear();
  state.launch.reset();
  state.program.reset();
  state.exercise.clear();
  state.listings.clear();
  forget_position(state);
  state.breakpoints.clear();
  state.lane_variable.clear();
  const auto algorithm = find_algorithm(id);
  if (!algorithm) return;
  choose_taken(state, **algorithm);
  // For a hazard, n is chosen so that the last work-group is not full, because half of the hazards appear
  // only then.
  if (!(*algorithm)->hazard) return;
  state.n = std::max(state.n, (*algorithm)->hazard->shows_with_groups * state.group_size);
  if (state.n % state.group_size == 0) state.n += state.group_size / 2;
}

void choose_kernel_file(AppState& state, const std::string& path) {
  state.launch.reset();
  if (state.kernel_file == path) return;
  forget_failing_schedule(state);
  end_story(state);
  state.program.reset();
  state.exercise.clear();
  state.kernel_file = path;
  state.lane_variable.clear();
  forget_position(state);
  state.breakpoints.clear();
}

void choose_launch(AppState& state, const std::string& path, OwnLaunch launch) {
  choose_kernel_file(state, path);
  state.launch = std::move(launch);
  forget_position(state);
  state.selected_cell.reset();
}

void open_assignment(AppState& state, const std::string& name, const std::string& task) {
  state.assignment.name = name;
  state.assignment.task = task;
  state.assignment.file.clear();
  state.tab = AssignmentChoice::kPage;
  state.overlay = {};
}

void choose_typed_input(AppState& state, const std::string& values, std::uint64_t count) {
  end_story(state);  // the story may refer to the values
  state.pattern = Content::Pattern::bytes;
  state.typed_input = values;
  state.n = count;
  forget_position(state);
}

void follow_typed_input(RunChoice& run) {
  if (!run.has_typed_input()) return;
  if (const auto typed = parse_typed_values(run.typed_input, run.type)) run.n = typed->count;
}

Content::Pattern measured_pattern(const RunChoice& run) {
  return run.has_typed_input() ? Content::Pattern::random : run.pattern;
}

std::string_view name(Heat heat) {
  switch (heat) {
    case Heat::branches:
      return "branches";
    case Heat::transactions:
      return "transactions";
    case Heat::conflicts:
      break;
  }
  return "conflicts";
}

std::string_view name(EventKind kind) {
  switch (kind) {
    case EventKind::any:
      return "any";
    case EventKind::conflict:
      return "conflict";
    case EventKind::divergence:
      return "divergence";
    case EventKind::finding:
      return "finding";
    case EventKind::write:
      break;
  }
  return "write";
}

std::string_view name(sim::Trace::Step step) {
  switch (step) {
    case sim::Trace::Step::instruction:
      return "instruction";
    case sim::Trace::Step::line:
      return "line";
    case sim::Trace::Step::barrier:
      return "barrier";
    case sim::Trace::Step::launch:
      break;
  }
  return "launch";
}

std::string_view name(ResultDisplay view) {
  constexpr std::string_view names[] = {"table", "charts", "ladder"};
  return names[static_cast<std::size_t>(view)];
}

std::string_view name(ResultColumns columns) { return columns == ResultColumns::times ? "times" : "rates"; }

std::string_view name(LineMeasure measure) {
  constexpr std::string_view names[] = {"gbps", "device_time", "host_time"};
  return names[static_cast<std::size_t>(measure)];
}

std::string_view name(Content::Pattern pattern) {
  switch (pattern) {
    case Content::Pattern::random:
      return "random";
    case Content::Pattern::fractions:
      return "fractions";
    case Content::Pattern::constant:
      return "ones";
    case Content::Pattern::iota:
      return "iota";
    case Content::Pattern::alternating:
      return "alternating";
    case Content::Pattern::one_huge:
      return "one huge";
    case Content::Pattern::uninitialised:
      return "uninitialised";
    case Content::Pattern::bytes:
      break;
  }
  return "typed";
}

double steps_per_second(int speed) { return 2 * std::exp2(speed); }

std::string speed_label(int speed) {
  if (speed >= 0) return std::to_string(1 << speed) + "×";
  return speed == -1 ? "½×" : "¼×";
}

}  // namespace lockstep::gui
