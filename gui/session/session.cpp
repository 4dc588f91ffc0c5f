#include "gui/session/session.hpp"

#include <algorithm>

namespace lockstep::gui {
namespace {

// Returns whether the state steps through the first moments of a run, for which the beginning of the run is
// sufficient. All other views need the whole run. A recorded program also needs its whole run, because after
// a new recording it is shown at its previous position.
bool is_seen_in_beginning(const AppState& state) {
  return state.tab == kStepPage && !state.presentation && !state.shows_recording() && !state.after_row &&
         state.position.value_or(0) <= ShownRun::kBeginning;
}

}  // namespace

Session::Session(const std::string& kernel_dir, const JobHost& host)
    : source_(kernel_dir), prepared_(kernel_dir, host), shown_(host), explanations_(host) {}

void Session::close() {
  shown_.close();
  prepared_.close();
  explanations_.close();
}

bool Session::update(const AppState& state, Clock::time_point now) {
  source_.follow(state, now);
  const RunRequest wanted = source_.request(state);
  if (!source_.error().empty()) return shown_.fail(wanted, source_.error());
  bool changed = shown_.take();
  changed |= shown_.show_beginning(shows_beginnings_ && is_seen_in_beginning(state), now);
  changed |= explanations_.take(run());
  changed |= shown_.ask(wanted, now, prepared_);
  return changed;
}

Session::RunStatus Session::status(const AppState& state) const {
  const RunRequest wanted = source_.request(state);
  if (!source_.error().empty() || (failure() && failure()->request == wanted)) return RunStatus::failed;
  const bool is_whole = !failure() && run() && run()->request == wanted && !run()->is_beginning();
  return is_whole ? RunStatus::current : RunStatus::simulating;
}

std::size_t Session::shown_program(const AppState& state) const {
  if (run() == nullptr) return 0;
  const RunRequest& request = run()->request;
  if (request.algorithm != state.algorithm || request.kernel_file != state.kernel_file ||
      request.recorded != source_.recorded())
    return 0;
  const sim::Trace& trace = *run()->trace;
  const std::vector<PlanLaunch>& launches = trace.plan().launches;
  if (trace.size() == 0 || launches.empty()) return 0;
  const std::uint64_t position = std::min(playhead(state, *run()), trace.size() - 1);
  const std::size_t program = launches[trace.at(position).moment.launch].program;
  return program < trace.plan().programs.size() ? program : 0;
}

const KernelSource& Session::original(std::size_t program) const {
  const Plan* plan = is_editable(program) ? source_.recorded().get()
                     : run()              ? &run()->trace->plan()
                                          : nullptr;
  const bool is_others = program > 0 && plan != nullptr && program < plan->programs.size();
  return is_others ? plan->programs[program].source : source_.source();
}

void Session::wait(std::chrono::milliseconds most) {
  const auto end = Clock::now() + most;
  shown_.wait(most);
  explanations_.wait(std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()));
}

}  // namespace lockstep::gui
