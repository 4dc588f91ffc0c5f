#include "gui/jobs/session.hpp"

#include <algorithm>

#include "gui/jobs/run_maker.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kTypingPause = std::chrono::milliseconds(250);
constexpr auto kFilePollInterval = std::chrono::seconds(1);
// A recording that takes longer is abandoned for a new request.
constexpr auto kSlowRun = std::chrono::seconds(1);

auto begin_run(const RunRequest& request) {
  return [maker = std::make_shared<RunMaker>(request)](auto& control) { return maker->next(control.stop()); };
}

// With the figures at the moment that is shown first.
auto begin_preparing(const PrepareRequest& request) {
  return [request,
          maker = std::make_shared<RunMaker>(request.run)](auto& control) -> std::optional<PreparedRun> {
    auto made = maker->next(control.stop());
    if (!made) return std::nullopt;
    if (!*made) return PreparedRun();
    auto run = std::make_unique<Run>(std::move(**made));
    const std::uint64_t position = playhead(request.view, *run);
    run->figures->lanes(position, request.view.lane_variable);
    run->figures->memory_access(position);
    return std::optional<PreparedRun>(std::move(run));
  };
}

// The interface's thread has the run by now; this only reads what never changes in it.
auto begin_explanation(const std::shared_ptr<const sim::Trace>& trace) {
  return [trace](auto& control) {
    return std::optional(std::pair(trace, sim::explain_run(trace->plan(), trace->model(), trace->schedule(),
                                                           trace->counted(), control.stop())));
  };
}

}  // namespace

Session::Session(std::string kernel_dir, const JobHost& host)
    : kernel_dir_(std::move(kernel_dir)),
      prepare_jobs_(begin_preparing, host),
      runs_(begin_run, host),
      explanations_(begin_explanation, host) {}
Session::~Session() = default;

void Session::close() {
  runs_.close();
  prepare_jobs_.close();
  explanations_.close();
}

bool Session::is_working() const { return runs_.is_working() || explanations_.is_working(); }

void Session::load_original(const AppState& state) {
  if (original_id_ == state.source_id()) return;
  original_id_ = state.source_id();
  read_stamp_ = seen_stamp_ = {};
  original_ = {};
  original_error_.clear();
  recorded_.reset();
  if (!state.kernel_file.empty()) {
    // Before reading, so that a write during it is noticed later.
    read_stamp_ = seen_stamp_ = stamp_of(state.kernel_file);
    if (state.shows_recording()) return load_recording(state.kernel_file);
    const auto text = read_own_kernel(state.kernel_file);
    if (!text) original_error_ = text.error().message;
    original_ = {state.kernel_file, text.value_or(""), {}};
    return;
  }
  const auto algorithm = find_algorithm(state.algorithm);
  const auto source = algorithm ? load_kernel(**algorithm, kernel_dir_)
                                : Result<KernelSource>(tl::unexpected<Error>(algorithm.error()));
  if (source) {
    original_ = *source;
  } else {
    original_error_ = source.error().message;
  }
}

void Session::load_recording(const std::string& path) {
  auto run = sim::prepare_recording(path);
  if (!run) {
    original_error_ = run.error().message;
    return;
  }
  recorded_ = std::make_shared<const Plan>(std::move(run->plan));
  original_ = {path, recorded_->programs.empty() ? "" : recorded_->programs.front().source.text};
}

void Session::watch_file(const AppState& state, Clock::time_point now) {
  if (state.kernel_file.empty() || original_id_ != state.kernel_file || now - looked_at_ < kFilePollInterval)
    return;
  looked_at_ = now;
  const FileStamp stamp = stamp_of(state.kernel_file);
  if (stamp == FileStamp{}) return;  // missing while it is replaced; its text stays
  const bool new_to_us = std::exchange(seen_stamp_, stamp) != stamp;
  if (!state.edited_text() && stamp != read_stamp_) {
    read_again();
    file_news_ = FileNews::read_again;
  } else if (new_to_us) {
    file_news_ = FileNews::changed_while_edited;
  }
}

bool Session::changed_on_disk() const {
  return !original_.path.empty() && stamp_of(original_.path) != read_stamp_;
}

bool Session::changed_since_seen() const {
  const FileStamp stamp = original_.path.empty() ? FileStamp{} : stamp_of(original_.path);
  return stamp != FileStamp{} && stamp != seen_stamp_;
}

RunRequest Session::request_for(const AppState& state) const {
  const std::string* edited = state.edited_text();
  RunRequest request = run_request(state);
  request.recorded = recorded_;
  request.text = edited ? *edited : original_.text;
  for (std::size_t i = 1; recorded_ && i < recorded_->programs.size(); ++i)
    if (const std::string* other = state.edited_text(i)) request.other_texts[i] = *other;
  return request;
}

std::size_t Session::shown_program(const AppState& state) const {
  if (!run_ || run_->request.algorithm != state.algorithm || run_->request.kernel_file != state.kernel_file ||
      run_->request.recorded != recorded_)
    return 0;
  const sim::Trace& trace = *run_->trace;
  const std::vector<PlanLaunch>& launches = trace.plan().launches;
  if (trace.size() == 0 || launches.empty()) return 0;
  const std::uint64_t position = std::min(playhead(state, *run_), trace.size() - 1);
  const std::size_t program = launches[trace.at(position).moment.launch].program;
  return program < trace.plan().programs.size() ? program : 0;
}

const KernelSource& Session::original(std::size_t program) const {
  if (program == 0) return original_;
  if (recorded_)
    return program < recorded_->programs.size() ? recorded_->programs[program].source : original_;
  if (!run_ || program >= run_->trace->plan().programs.size()) return original_;
  return run_->trace->plan().programs[program].source;
}

bool Session::update(const AppState& state, Clock::time_point now) {
  watch_file(state, now);
  load_original(state);
  RunRequest wanted = request_for(state);
  bool changed = false;
  if (!original_error_.empty()) {
    changed = !failure_ || failure_->message != original_error_;
    failure_ = RunFailure{wanted, original_error_, {}};
    asked_.reset();
    return changed;
  }
  changed |= take_run();
  changed |= take_explanation();
  if (asked_ == wanted) {
    pending_.reset();
    return changed;
  }
  if (take_prepared(wanted)) return true;
  if (pending_ != wanted) {
    pending_ = wanted;
    pending_since_ = now;
  }
  const bool edits = asked_ && (asked_->text != wanted.text || asked_->other_texts != wanted.other_texts);
  const bool typing =
      edits && asked_->algorithm == wanted.algorithm && asked_->kernel_file == wanted.kernel_file;
  if (typing && now - pending_since_ < kTypingPause) return changed;
  asked_ = wanted;
  pending_.reset();
  only_asked_ = false;
  if (now - asked_at_ > kSlowRun)
    runs_.ask_only(std::move(wanted));
  else
    runs_.ask_instead({std::move(wanted)});
  asked_at_ = now;
  return changed;
}

bool Session::take_run() {
  auto results = runs_.take();
  if (results.empty()) return false;
  auto& latest = results.back();
  const RunRequest& request = latest ? latest->request : latest.error().request;
  if (only_asked_ && asked_ != request) return false;
  if (latest) {
    run_ = std::make_unique<Run>(std::move(*latest));
    explanation_.reset();
    failure_.reset();
  } else {
    failure_ = std::move(latest.error());
  }
  return true;
}

// The request of a view that is not shown; none: its kernel cannot be read, or it is a recording, which is
// read when it is shown.
std::optional<RunRequest> Session::request_of(const AppState& state) const {
  if (state.shows_recording()) return std::nullopt;
  RunRequest request = run_request(state);
  if (const std::string* edited = state.edited_text()) {
    request.text = *edited;
  } else if (!state.kernel_file.empty()) {
    const auto text = read_own_kernel(state.kernel_file);
    if (!text) return std::nullopt;
    request.text = *text;
  } else {
    const auto algorithm = find_algorithm(state.algorithm);
    if (!algorithm) return std::nullopt;
    const auto source = load_kernel(**algorithm, kernel_dir_);
    if (!source) return std::nullopt;
    request.text = source->text;
  }
  return request;
}

void Session::prepare(const std::vector<AppState>& soon) {
  for (PreparedRun& run : prepare_jobs_.take()) {
    if (!run) continue;
    const auto place = std::ranges::find(prepared_, run->request, &Prepared::request);
    if (place != prepared_.end()) place->run = std::move(run);
  }
  const std::size_t count = std::min(soon.size(), kMostPrepared);
  if (soon == prepared_for_) return;
  prepared_for_ = soon;
  std::vector<Prepared> wanted;
  std::vector<PrepareRequest> missing;
  for (std::size_t i = 0; i < count; ++i) {
    auto request = request_of(soon[i]);
    if (!request) continue;
    const auto known = std::ranges::find_if(
        prepared_, [&](const Prepared& one) { return one.run && one.request == *request; });
    PreparedRun run = known == prepared_.end() ? nullptr : std::move(known->run);
    if (!run) missing.push_back({*request, soon[i]});
    wanted.push_back({std::move(*request), std::move(run)});
  }
  prepared_ = std::move(wanted);
  prepare_jobs_.ask_instead(std::move(missing));
}

bool Session::is_prepared(const AppState& state) const {
  const auto request = request_of(state);
  if (!request) return false;
  if (run_ && run_->request == *request) return true;
  return std::ranges::any_of(prepared_,
                             [&](const Prepared& one) { return one.run && one.request == *request; });
}

void Session::wait_for_prepared(std::chrono::milliseconds most) { prepare_jobs_.wait(most); }

// The shown run takes its place, so that turning back is as quick.
bool Session::take_prepared(const RunRequest& wanted) {
  const auto found =
      std::ranges::find_if(prepared_, [&](const Prepared& one) { return one.run && one.request == wanted; });
  if (found == prepared_.end()) return false;
  std::swap(run_, found->run);
  if (found->run) {
    found->request = found->run->request;
  } else {
    prepared_.erase(found);
  }
  asked_ = wanted;
  pending_.reset();
  only_asked_ = true;
  explanation_.reset();
  failure_.reset();
  return true;
}

const sim::Explanation* Session::explanation() {
  if (run_ && !explanation_ && asked_about_ != run_->trace) {
    asked_about_ = run_->trace;
    explanations_.ask_only(run_->trace);
  }
  return explanation_ ? &*explanation_ : nullptr;
}

sim::Breakpoints& Session::breakpoints(const AppState& state) {
  if (!breakpoints_ || breakpoints_->trace != run_->trace || breakpoints_->lines != state.breakpoints)
    breakpoints_ = std::make_unique<RunBreakpoints>(run_->trace, state.breakpoints);
  return breakpoints_->stops;
}

bool Session::take_explanation() {
  bool taken = false;
  for (auto& [trace, explanation] : explanations_.take()) {
    if (!run_ || trace != run_->trace) continue;  // of a run that is no longer shown
    explanation_ = std::move(explanation);
    taken = true;
  }
  return taken;
}

std::optional<Session::Clock::time_point> Session::due() const {
  if (!pending_) return std::nullopt;
  return pending_since_ + kTypingPause;
}

Session::RunStatus Session::status(const AppState& state) const {
  const RunRequest wanted = request_for(state);
  if (!original_error_.empty() || (failure_ && failure_->request == wanted)) return RunStatus::failed;
  return !failure_ && run_ && run_->request == wanted ? RunStatus::current : RunStatus::simulating;
}

bool Session::busy() const { return runs_.is_busy(); }

void Session::wait(std::chrono::milliseconds most) {
  const auto end = Clock::now() + most;
  runs_.wait(most);
  explanations_.wait(std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()));
}

}  // namespace lockstep::gui
