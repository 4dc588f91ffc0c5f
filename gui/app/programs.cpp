#include "gui/app/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/path_text.hpp"

namespace lockstep::gui {
namespace {

constexpr const char *kQuestion = "program-question", *kSheet = "program";

// Returns the first moment of a launch; if the run does not contain this launch, the end of the run.
std::uint64_t begin_of_launch(const sim::Trace& trace, std::uint64_t launch) {
  std::uint64_t low = 0, high = trace.size();
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (trace.at(middle).moment.launch < launch)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace

void Programs::start(ActionContext& context, ProgramCommand command) {
  if (!may_start_) return;
  if (!command.came_with.empty()) consents_.add(command);
  command.came_with.clear();
  context.state.program = command;
  if (context.state.overlay.name == kQuestion) context.state.overlay = {kSheet, 0};
  context.program.run(command, context.state.model);
  watch_.stop();
}

// Asks the user whether a command in a scene may run, unless the user has already agreed.
void Programs::ask(ActionContext& context) {
  AppState& state = context.state;
  if (!state.program || state.program->came_with.empty()) return;
  if (consents_.has(*state.program)) return start(context, *state.program);
  if (state.overlay.name != kQuestion) state.overlay = {kQuestion, 0};
}

void Programs::keep_place(ActionContext& context) {
  const Run* run = context.session.run();
  if (run == nullptr || !context.state.position) return;
  const std::uint64_t position = playhead(context.state, *run);
  const std::uint64_t launch = position < run->trace->size() ? run->trace->at(position).moment.launch
                                                             : run->trace->plan().launches.size();
  place_ = Place{run->trace, launch, position - begin_of_launch(*run->trace, launch)};
}

// Moves the playhead of a new run to the same launch, at the same distance from the beginning of the launch.
void Programs::restore_place(ActionContext& context) {
  const Run* run = context.session.run();
  if (!place_ || run == nullptr || run->trace == place_->trace) return;
  const std::uint64_t begin = begin_of_launch(*run->trace, place_->launch),
                      end = begin_of_launch(*run->trace, place_->launch + 1);
  context.state.position = std::min(begin + place_->offset, end);
  place_.reset();
}

void Programs::finish(ActionContext& context) {
  const ProgramStatus& status = context.program.status();
  AppState& state = context.state;
  watch_.watch(status.files);
  context.activity.notify(status.sentence);
  if (status.recording.empty() || !state.program || *state.program != status.command) return;
  if (state.kernel_file == status.recording) {
    keep_place(context);
    context.session.source().read_again();
  } else {
    const ProgramCommand command = *state.program;
    if (const auto opened = choose_recording(state, status.recording); !opened)
      return context.activity.notify(opened.error().message);
    state.program = command;
  }
  if (status.succeeded && state.overlay.name == kSheet) state.overlay = {};
}

void Programs::run_again_if_changed(ActionContext& context, Clock::time_point now) {
  const ProgramStatus& status = context.program.status();
  if (!context.state.program || *context.state.program != status.command) return watch_.stop();
  if (context.program.is_running()) return;
  const auto changed = watch_.look(now);
  if (!changed) return;
  const std::string name = path_text(system_path(*changed).filename());
  start(context, *context.state.program);
  context.activity.notify(fmt::format("{} changed on disk: the program runs again.", name));
}

void Programs::update(ActionContext& context, Clock::time_point now) {
  if (!may_start_) return;
  if (context.program.update()) finish(context);
  restore_place(context);
  ask(context);
  run_again_if_changed(context, now);
}

}  // namespace lockstep::gui
