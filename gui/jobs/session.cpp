#include "gui/jobs/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/text_file.hpp"
#include "core/plan/typed_values.hpp"
#include "gui/jobs/own_launch.hpp"
#include "sim/explain/narration/narration.hpp"
#include "sim/launch/argument_order.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/machine/limits.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::gui {
Result<std::string> read_own_kernel(const std::string& path) {
  return read_text_file(path, kMostOwnKernelBytes);
}

Result<void> choose_recording(AppState& state, const std::string& path) {
  const auto run = sim::prepare_recording(path);
  if (!run) return tl::unexpected(run.error());
  choose_kernel_file(state, path);
  state.tab = kStepPage;
  if (sim::find_device_model(run->recorded_model)) state.model = run->recorded_model;
  return {};
}

namespace {

constexpr auto kTypingPause = std::chrono::milliseconds(250);
constexpr auto kLookAtFile = std::chrono::seconds(1);
// A recording that takes longer is given up for a new request; and one in which no work-group ends for so
// long ends there.
constexpr auto kSlowRun = std::chrono::seconds(1);
constexpr auto kTimeout = std::chrono::seconds(5);
// Moments of one work-group: an endless loop that is being written shall say so soon.
constexpr std::uint64_t kMostOfGroup = 4'000'000;

tl::unexpected<RunFailure> failed(const RunRequest& request, const Error& error) {
  return tl::unexpected(RunFailure{request, error.message, parse_diagnostics(error.message)});
}

}  // namespace

PlanRequest plan_request(const RunRequest& request, const sim::DeviceModel& model) {
  PlanRequest wanted;
  wanted.n = request.n;
  wanted.group_size = request.group_size;
  wanted.op = request.op;
  wanted.type = request.type;
  wanted.input = Content{request.pattern, request.constant, request.seed, nullptr};
  // Values that the type does not take are an error of make_run(); here they are replaced.
  if (request.pattern == Content::Pattern::bytes) {
    const auto typed = parse_typed_values(request.typed_input, request.type);
    wanted.input = typed ? typed->content : Content{};
    if (typed) wanted.n = typed->count;
  }
  // The form stays chosen while another kind of algorithm is shown.
  const auto algorithm = find_algorithm(request.algorithm);
  wanted.exclusive = request.exclusive && algorithm && (*algorithm)->has_exclusive_form;
  wanted.pattern = request.pattern_options;
  wanted.limits = sim::limits_of(model);
  return wanted;
}

RunRequest run_request(const AppState& state) {
  const std::string typed = state.pattern == Content::Pattern::bytes ? state.typed_input : std::string();
  return {state.algorithm,
          state.kernel_file,
          {},
          state.model,
          state.n,
          state.group_size,
          state.seed,
          state.op,
          state.type,
          state.pattern,
          state.constant,
          state.exclusive,
          state.schedule,
          nullptr,
          typed,
          state.launch,
          state.pattern_options};
}

const std::string& RunRequest::text_of(std::size_t program) const {
  if (program == 0 || !recorded || program >= recorded->programs.size()) return text;
  const auto edited = other_texts.find(program);
  return edited == other_texts.end() ? recorded->programs[program].source.text : edited->second;
}

const std::string& Run::text_of(std::size_t program) const {
  const std::vector<PlanProgram>& programs = trace->plan().programs;
  const bool is_others = program > 0 && !request.recorded && program < programs.size();
  return is_others ? programs[program].source.text : request.text_of(program);
}

namespace {

struct PreparedPlan {
  Plan plan;
  std::vector<std::string> notes;
};

// The plan of a launch of the user's own.
tl::expected<PreparedPlan, RunFailure> prepare_launch(const RunRequest& request,
                                                      const sim::DeviceModel& model) {
  sim::DescribedRun run = own_run(*request.launch, own_source(request.kernel_file, request.text), model);
  if (run.run) return PreparedPlan{std::move(run.run->plan), std::move(run.run->notes)};
  const bool is_compilers = run.errors.front().key.empty();
  return failed(request, {Error::Kind::usage,
                          is_compilers ? run.errors.front().message : report("The launch", run.errors)});
}

tl::expected<PreparedPlan, RunFailure> prepare(const RunRequest& request, const sim::DeviceModel& model) {
  if (request.recorded) {
    Plan plan = *request.recorded;
    for (std::size_t i = 0; i < plan.programs.size(); ++i) plan.programs[i].source.text = request.text_of(i);
    return PreparedPlan{std::move(plan), {}};
  }
  if (request.launch) return prepare_launch(request, model);
  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) return failed(request, algorithm.error());
  if (request.pattern == Content::Pattern::bytes)
    if (const auto typed = parse_typed_values(request.typed_input, request.type); !typed)
      return failed(request, {Error::Kind::usage, "Input: " + typed.error().message + "."});
  const std::string path = request.kernel_file.empty() ? (*algorithm)->kernel_file : request.kernel_file;
  auto plan = make_plan(**algorithm, plan_request(request, model), KernelSource{path, request.text, {}});
  if (!plan) return failed(request, plan.error());
  return PreparedPlan{std::move(*plan), {}};
}

// Those of included files have no line in the text that is shown.
std::vector<std::vector<Diagnostic>> warnings_of(const sim::Trace& trace) {
  std::vector<std::vector<Diagnostic>> warnings;
  for (std::size_t i = 0; i < trace.plan().programs.size(); ++i) {
    std::string report;
    for (const std::string& warning : trace.program(i).warnings) report += warning + "\n";
    warnings.push_back(parse_diagnostics(report));
    std::erase_if(warnings.back(), [&](const Diagnostic& warning) {
      return warning.file != trace.plan().programs[i].source.path;
    });
  }
  return warnings;
}

tl::expected<Run, RunFailure> record(const RunRequest& request, const std::stop_token& stop) {
  const auto model = sim::find_device_model(request.model);
  if (!model) return failed(request, model.error());
  auto prepared = prepare(request, **model);
  if (!prepared) return tl::unexpected(prepared.error());
  auto trace = sim::Trace::record(prepared->plan, **model,
                                  {.max_moments_of_group = kMostOfGroup,
                                   .schedule = request.schedule,
                                   .stop = stop,
                                   .timeout = kTimeout});
  if (!trace) return failed(request, trace.error());
  Run run;
  run.request = request;
  run.trace = *trace;
  run.notes = std::move(prepared->notes);
  // A kernel of the user's own in place of the catalogue's may take its buffers in another order.
  if (!request.kernel_file.empty() && !request.launch && !request.recorded)
    run.notes = sim::exchanged_buffers((*trace)->plan(), [&](std::size_t program) -> const sim::Program& {
      return (*trace)->program(program);
    });
  run.warnings = warnings_of(**trace);
  run.figures = std::make_unique<FigureSet>(*trace);
  return run;
}

// Makes a run stage by stage. For a large array each stage takes a while.
class RunMaker {
 public:
  explicit RunMaker(RunRequest request) : request_(std::move(request)) {}

  // The next stage; the run after the last one.
  std::optional<tl::expected<Run, RunFailure>> next(const std::stop_token& stop) {
    switch (stage_++) {
      case 0:
        run_.emplace(record(request_, stop));
        if (!*run_) return std::move(run_);
        return std::nullopt;
      case 1:
        (*run_)->verdict = sim::verdict_of(*(*run_)->trace);
        (*run_)->index = index_run(*(*run_)->trace, (*run_)->verdict);
        return std::nullopt;
      case 2:
        (*run_)->figures->timeline();
        return std::nullopt;
      default:
        (*run_)->figures->combination();
        (*run_)->figures->windows();
        return std::move(run_);
    }
  }

 private:
  RunRequest request_;
  int stage_ = 0;
  std::optional<tl::expected<Run, RunFailure>> run_;
};

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

tl::expected<Run, RunFailure> make_run(const RunRequest& request) {
  RunMaker maker(request);
  while (true)
    if (auto run = maker.next({})) return std::move(*run);
}

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
  if (state.kernel_file.empty() || original_id_ != state.kernel_file || now - looked_at_ < kLookAtFile)
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

// The request of a view that is not shown; none: its kernel cannot be read, or a recording, which is read
// when it is shown.
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
  if (soon == soon_) return;
  soon_ = soon;
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

// The run that is shown is kept in its place: turning back is as quick.
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

namespace {

// The moment at which this row of the figure is complete, the topmost being 1; of a run without a figure its
// start.
std::uint64_t after_row(const Run& run, std::uint64_t row) {
  const sim::Combination* combination = run.figures->combination();
  if (combination == nullptr || combination->rows.empty() || row == 0) return run.index.start;
  const auto last = static_cast<std::size_t>(std::min<std::uint64_t>(row, combination->rows.size()));
  const std::vector<std::uint64_t>& stores = combination->rows[last - 1].positions;
  return stores.empty() ? 0 : stores.back() + 1;
}

}  // namespace

std::uint64_t playhead(const AppState& state, const Run& run) {
  if (!state.position && state.after_row)
    return std::min(after_row(run, *state.after_row), run.trace->size());
  return std::min(state.position.value_or(run.index.start), run.trace->size());
}

const ShownMoment& Session::moment(const AppState& state) {
  if (!run_) {
    moment_ = {};
    moment_run_ = nullptr;
    return moment_;
  }
  const sim::Trace& trace = *run_->trace;
  const std::uint64_t position = playhead(state, *run_);
  if (moment_run_ == run_.get() && moment_.position == position && moment_step_ == state.step) return moment_;
  moment_run_ = run_.get();
  moment_step_ = state.step;
  moment_.position = position;
  moment_.step_begin = trace.previous(position, state.step);
  moment_.step_end = trace.next(position, state.step);
  moment_.state = trace.seek(position);
  moment_.so_far = moment_.state->counters;
  moment_.this_step = trace.seek(moment_.step_end)->counters - moment_.so_far;
  // Stepping by lines shows a sentence on the whole line, not only on its first instruction.
  const sim::Combination* combination = run_->figures->combination();
  moment_.sentence = state.step == sim::Trace::Step::instruction
                         ? sim::narrate(trace, position, combination)
                         : sim::narrate_line(trace, position, combination);
  if (const auto& from = run_->verdict.from)
    if (position <= from->position && from->position <= moment_.step_end)
      moment_.sentence += " The result is wrong from here on: " + from->sentence;
  moment_.line = position < trace.size() ? trace.range_at(position).line : 0;
  return moment_;
}

}  // namespace lockstep::gui
