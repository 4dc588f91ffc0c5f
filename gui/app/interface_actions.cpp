// What keys and buttons do: in the run, and in the window.
#include <fmt/format.h>

#include <algorithm>

#include "gui/app/interface.hpp"
#include "gui/dialogs/export_sheet.hpp"
#include "gui/jobs/cell_writes.hpp"
#include "gui/jobs/playback.hpp"

namespace lockstep::gui {
namespace {

// The one after it in the lists of algorithms, or before it; round at the ends.
std::string neighbour(const std::string& algorithm, int by) {
  std::vector<std::string> ids;
  for (const auto* list : {&catalogue(), &hazards()})
    for (const Algorithm& entry : *list) ids.push_back(entry.id);
  const auto at = static_cast<int>(std::ranges::find(ids, algorithm) - ids.begin());
  const auto count = static_cast<int>(ids.size());
  return ids[static_cast<std::size_t>((at + by + count) % count)];
}

}  // namespace

// In the first of the page's formats; the sheet offers the others.
void Interface::export_figure() {
  ExportChoice choice;
  choice.format = formats_of(state_).front();
  const std::string path = export_path(choice, state_, session_.moment(state_).position);
  const auto written = export_page(choice.format, {state_, session_, counting_, benchmark_, pair_}, path);
  notify(written ? "Exported " + path : written.error().message);
}

void Interface::act(Action action) {
  ++actions_taken_;
  last_action_ = action;
  if (overlays_.act(action, state_) || act_on_pair(action)) return;
  const Run* run = session_.run();
  const auto with_trace = [&](auto change) {
    if (run != nullptr) change(*run->trace, playhead(state_, *run));
  };
  using Step = sim::Trace::Step;
  const auto forward = [&](Step step) {
    activity_.playing = false;
    with_trace([&](const sim::Trace& trace, std::uint64_t from) { move_to(trace.next(from, step)); });
  };
  const auto back = [&](Step step) {
    activity_.playing = false;
    with_trace([&](const sim::Trace& trace, std::uint64_t from) { move_to(trace.previous(from, step)); });
  };
  switch (action) {
    case Action::play_or_pause:
      activity_.playing = !activity_.playing && run != nullptr;
      // Playing on from the end begins again.
      if (activity_.playing && playhead(state_, *run) == run->trace->size()) move_to(0);
      next_play_ = now_;
      break;
    case Action::step_forward:
      forward(state_.step);
      break;
    case Action::step_back:
      back(state_.step);
      break;
    case Action::barrier_forward:
      forward(Step::barrier);
      break;
    case Action::barrier_back:
      back(Step::barrier);
      break;
    case Action::launch_forward:
      forward(Step::launch);
      break;
    case Action::launch_back:
      back(Step::launch);
      break;
    case Action::go_to_start:
      move_to(0);
      break;
    case Action::go_to_end:
      move_to(session_.size());
      break;
    case Action::toggle_breakpoint: {
      const std::uint32_t line = session_.moment(state_).line;
      if (line != 0 && state_.breakpoints.erase(line) == 0) state_.breakpoints.insert(line);
      break;
    }
    case Action::run_to_end:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) {
        move_to(next_breakpoint(trace, from, trace.size(), state_.breakpoints).value_or(trace.size()));
      });
      break;
    case Action::run_to_start:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) {
        move_to(previous_breakpoint(trace, from, state_.breakpoints).value_or(0));
      });
      break;
    case Action::next_event:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) { go_to_event(trace, from, true); });
      break;
    case Action::previous_event:
      with_trace([&](const sim::Trace& trace, std::uint64_t from) { go_to_event(trace, from, false); });
      break;
    case Action::faster:
      state_.speed = std::min(state_.speed + 1, kFastest);
      break;
    case Action::slower:
      state_.speed = std::max(state_.speed - 1, kSlowest);
      break;
    case Action::next_algorithm:
      choose_algorithm(state_, neighbour(state_.algorithm, 1));
      break;
    case Action::previous_algorithm:
      choose_algorithm(state_, neighbour(state_.algorithm, -1));
      break;
    default:
      act_on_window(action);
      break;
  }
}

void Interface::go_to_event(const sim::Trace& trace, std::uint64_t from, bool forward) {
  const bool of_cell = state_.event == EventKind::write;
  if (of_cell && !state_.selected_cell)
    return notify("Click a cell of the figure first: its writes are meant.");
  std::optional<std::uint64_t> found;
  if (of_cell) {
    found = forward ? next_write(trace, from, *state_.selected_cell)
                    : previous_write(trace, from, *state_.selected_cell);
  } else {
    const std::uint16_t flags = event_flags(state_.event);
    found = forward ? trace.next_event(from, flags) : trace.previous_event(from, flags);
  }
  if (found) return move_to(*found);
  notify(forward ? "There is no later event of this kind." : "There is no earlier event of this kind.");
}

void Interface::act_on_window(Action action) {
  switch (action) {
    case Action::show_step:
      state_.tab = Tab::step;
      break;
    case Action::show_compare:
      state_.tab = Tab::compare;
      break;
    case Action::show_gpu:
      state_.tab = Tab::gpu;
      break;
    case Action::show_theory:
      state_.tab = Tab::theory;
      break;
    case Action::switch_words:
      state_.words = state_.words == Words::opencl ? Words::cuda : Words::opencl;
      notify(state_.words == Words::cuda ? "In CUDA's words: thread, block, shared memory. O switches back."
                                         : "In OpenCL's words: work-item, work-group, local memory.");
      break;
    case Action::full_screen:
      full_screen_wish_ = true;
      break;
    case Action::presentation:
      state_.presentation = !state_.presentation;
      break;
    case Action::save_scene:
      save();
      break;
    case Action::save_kernel:
      save_kernel();
      break;
    case Action::export_figure:
      export_figure();
      break;
    case Action::run_on_gpu:
      state_.tab = Tab::gpu;
      if (keep_now_) keep_now_(state_);
      benchmark_.discover();
      benchmark_.run(state_);
      break;
    case Action::show_original:
      if (!state_.edited_text()) return notify("This kernel is not edited: it is the original.");
      state_.show_original = !state_.show_original;
      state_.tab = Tab::step;
      state_.presentation = false;
      break;
    case Action::edit_source:
    case Action::find_text:
    case Action::find_next:
    case Action::find_previous:
      state_.tab = Tab::step;
      state_.presentation = false;
      page_actions_.push_back(action);
      break;
    case Action::leave:
      state_.presentation = false;
      activity_.playing = false;
      break;
    default:
      page_actions_.push_back(action);  // the page knows what it means
      break;
  }
}

}  // namespace lockstep::gui
