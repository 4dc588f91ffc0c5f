#include "gui/jobs/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>

#include "sim/explain/narration/narration.hpp"
#include "sim/machine/limits.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kTypingPause = std::chrono::milliseconds(250);
constexpr auto kLookAtFile = std::chrono::seconds(1);

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
  wanted.exclusive = request.exclusive;
  wanted.limits = sim::limits_of(model);
  return wanted;
}

RunRequest run_request(const AppState& state) {
  return {state.algorithm, state.kernel_file, {},         state.model,   state.n,        state.group_size,
          state.seed,      state.op,          state.type, state.pattern, state.constant, state.exclusive,
          state.schedule};
}

tl::expected<Run, RunFailure> make_run(const RunRequest& request) {
  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) return failed(request, algorithm.error());
  const auto model = sim::find_device_model(request.model);
  if (!model) return failed(request, model.error());
  const std::string path = request.kernel_file.empty() ? (*algorithm)->kernel_file : request.kernel_file;
  const auto plan =
      make_plan(**algorithm, plan_request(request, **model), KernelSource{path, request.text, {}});
  if (!plan) return failed(request, plan.error());
  auto trace = sim::Trace::record(*plan, **model, {.schedule = request.schedule});
  if (!trace) return failed(request, trace.error());
  Run run;
  run.request = request;
  run.trace = *trace;
  run.index = index_run(**trace);
  run.figures = std::make_unique<FigureSet>(*trace);
  // Over a large array these take a while, which the interface must not wait for.
  run.figures->timeline();
  run.figures->combination();
  return run;
}

// One thread and one place for the next request: a newer one replaces an older one that has not begun.
struct Session::Worker {
  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<RunRequest> next;
  std::optional<tl::expected<Run, RunFailure>> finished;
  std::shared_ptr<const sim::Trace> to_explain;  // a run that was finished, when somebody asked about it
  std::optional<std::pair<std::shared_ptr<const sim::Trace>, sim::Explanation>> explained;
  bool working = false, explaining = false, stop = false;
  std::thread thread;

  explicit Worker(std::function<void()> wake_) : wake(std::move(wake_)), thread([this] { loop(); }) {}
  ~Worker() {
    {
      const std::lock_guard lock(mutex);
      stop = true;
    }
    changed.notify_all();
    thread.join();
  }

  // The interface's thread has the run by now; this only reads of it what never changes.
  void explain(std::unique_lock<std::mutex>& lock) {
    const std::shared_ptr<const sim::Trace> trace = std::exchange(to_explain, nullptr);
    explaining = true;
    lock.unlock();
    auto explanation = sim::explain_run(trace->plan(), trace->model(), trace->schedule(), trace->counted());
    lock.lock();
    explained.emplace(trace, std::move(explanation));
    explaining = false;
    changed.notify_all();
    if (wake) wake();
  }

  void loop() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return stop || next || to_explain; });
      if (stop) return;
      if (!next) {
        explain(lock);
        continue;
      }
      const RunRequest request = *std::exchange(next, std::nullopt);
      working = true;
      lock.unlock();
      auto result = make_run(request);
      lock.lock();
      finished.emplace(std::move(result));
      to_explain.reset();  // what was asked about is no longer in sight
      explained.reset();
      working = false;
      changed.notify_all();
      if (wake) wake();
    }
  }
};

Session::Session(std::string kernel_dir, std::function<void()> wake)
    : kernel_dir_(std::move(kernel_dir)), worker_(std::make_unique<Worker>(std::move(wake))) {}
Session::~Session() = default;

void Session::load_original(const AppState& state) {
  if (original_id_ == state.source_id()) return;
  original_id_ = state.source_id();
  read_stamp_ = seen_stamp_ = {};
  original_ = {};
  original_error_.clear();
  if (!state.kernel_file.empty()) {
    // Before reading: what is written meanwhile is noticed then.
    read_stamp_ = seen_stamp_ = stamp_of(state.kernel_file);
    std::ifstream file(state.kernel_file, std::ios::binary);
    if (!file) original_error_ = fmt::format("Cannot read {}: check the path.", state.kernel_file);
    original_ = {state.kernel_file, std::string(std::istreambuf_iterator<char>(file), {}), {}};
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

Session::FileStamp Session::stamp_of(const std::string& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  if (error) return {};
  const auto size = std::filesystem::file_size(path, error);
  return error ? FileStamp{} : FileStamp{time.time_since_epoch().count(), size};
}

void Session::watch_file(const AppState& state, Clock::time_point now) {
  if (state.kernel_file.empty() || original_id_ != state.kernel_file || now - looked_at_ < kLookAtFile)
    return;
  looked_at_ = now;
  const FileStamp stamp = stamp_of(state.kernel_file);
  if (stamp == FileStamp{}) return;  // gone for a moment, while it is replaced; its text stays
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

RunRequest Session::request_for(const AppState& state) {
  load_original(state);
  const std::string* edited = state.edited_text();
  RunRequest request = run_request(state);
  request.text = edited ? *edited : original_.text;
  return request;
}

bool Session::update(const AppState& state, Clock::time_point now) {
  watch_file(state, now);
  RunRequest wanted = request_for(state);
  bool changed = false;
  if (!original_error_.empty()) {
    changed = !failure_ || failure_->message != original_error_;
    failure_ = RunFailure{wanted, original_error_, {}};
    asked_.reset();
    return changed;
  }
  {
    const std::lock_guard lock(worker_->mutex);
    if (worker_->finished) {
      auto result = *std::exchange(worker_->finished, std::nullopt);
      changed = true;
      if (result) {
        run_ = std::make_unique<Run>(std::move(*result));
        explanation_.reset();
        failure_.reset();
      } else {
        failure_ = std::move(result.error());
      }
    }
  }
  changed |= take_explanation();
  if (asked_ == wanted) {
    pending_.reset();
    return changed;
  }
  if (pending_ != wanted) {
    pending_ = wanted;
    pending_since_ = now;
  }
  const bool typing = asked_ && asked_->text != wanted.text && asked_->algorithm == wanted.algorithm;
  if (typing && now - pending_since_ < kTypingPause) return changed;
  asked_ = wanted;
  pending_.reset();
  {
    const std::lock_guard lock(worker_->mutex);
    worker_->next = std::move(wanted);
  }
  worker_->changed.notify_all();
  return changed;
}

const sim::Explanation* Session::explanation() {
  if (run_ && !explanation_ && asked_about_ != run_->trace) {
    asked_about_ = run_->trace;
    {
      const std::lock_guard lock(worker_->mutex);
      worker_->to_explain = run_->trace;
    }
    worker_->changed.notify_all();
  }
  return explanation_ ? &*explanation_ : nullptr;
}

bool Session::take_explanation() {
  const std::lock_guard lock(worker_->mutex);
  if (!worker_->explained || !run_ || worker_->explained->first != run_->trace) return false;
  explanation_ = std::move(worker_->explained->second);
  worker_->explained.reset();
  return true;
}

std::optional<Session::Clock::time_point> Session::due() const {
  if (!pending_) return std::nullopt;
  return pending_since_ + kTypingPause;
}

bool Session::busy() const {
  const std::lock_guard lock(worker_->mutex);
  return worker_->working || worker_->next || worker_->finished;
}

void Session::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(worker_->mutex);
  worker_->changed.wait_for(lock, most, [this] {
    return !worker_->working && !worker_->next && !worker_->explaining && !worker_->to_explain;
  });
}

std::uint64_t playhead(const AppState& state, const Run& run) {
  return std::min(state.position.value_or(run.index.telling_moment), run.trace->size());
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
  // Who goes by lines wants to know what the line does, not only its first instruction.
  moment_.sentence = state.step == sim::Trace::Step::instruction ? sim::narrate(trace, position)
                                                                 : sim::narrate_line(trace, position);
  moment_.line = position < trace.size() ? trace.range_at(position).line : 0;
  return moment_;
}

}  // namespace lockstep::gui
