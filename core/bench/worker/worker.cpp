#include "core/bench/worker/worker.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <thread>
#include <utility>

#include "core/base/files/scratch_folder.hpp"
#include "core/base/process.hpp"
#include "core/bench/row/rows.hpp"
#include "core/bench/worker/messages.hpp"
#include "core/bench/worker/plan_run.hpp"
#include "core/bench/worker/words.hpp"
#include "core/opencl/devices.hpp"
#include "core/opencl/driver/quirks.hpp"

namespace lockstep::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kGlance = std::chrono::milliseconds(50);  // between checks for a stop
constexpr auto kGrace = std::chrono::milliseconds(350);  // time to end on request
constexpr unsigned kMaxLosses = 2;
constexpr unsigned kLoadFactor = 2;  // drivers are large
constexpr std::chrono::nanoseconds kSilencePerElement{100};

const Error kNoAnswer{Error::Kind::failed, "The driver's process gave an unexpected answer."};

bool found_no_device(const Loss& loss) {
  return loss.progress.what == kLoading || loss.progress.what == kOpening;
}

}  // namespace

struct Worker::Question {
  WorkerJob job;
  std::stop_token stop;
  std::uint64_t n = 0;
  std::function<void(const measure::Progress&)> on_progress{};
};

// An answer, or the reason why there is none.
struct Worker::Reply {
  WorkerAnswer answer;
  std::optional<Loss> loss;
};

// Sends one request and handles its answers until it is answered or lost.
class Worker::Conversation {
 public:
  Conversation(Child& child, const Question& question, const WorkerOptions& options)
      : child_(child), question_(question), options_(options) {}

  Reply run() {
    if (!child_.write_line(job_line(question_.job))) lose(Loss::How::died);
    while (!reply_) {
      const Heard heard = child_.listen(kGlance);
      if (heard.kind == Heard::Kind::end) lose(asked_to_end_ ? loss_.how : Loss::How::died);
      if (heard.kind == Heard::Kind::line) take(heard.line);
      if (!reply_) look_at_clock();
    }
    return std::move(*reply_);
  }

 private:
  void take(const std::string& line) {
    auto said = read_answer(line);
    if (!said || said->job != question_.job.number) return;
    heard_at_ = Clock::now();
    if (said->progress) {
      loss_.progress = *said->progress;
      if (question_.on_progress) question_.on_progress(loss_.progress);
    } else if (loss_.how == Loss::How::silent) {
      lose(Loss::How::silent);  // the process is being ended: the answer is too late
    } else {
      reply_ = Reply{*std::move(said), std::nullopt};
    }
  }

  void look_at_clock() {
    const auto now = Clock::now();
    if (asked_to_end_) {
      if (now - *asked_to_end_ > kGrace) lose(loss_.how);
      return;
    }
    loss_.silence = options_.timeout * timeout_factor() +
                    std::chrono::duration_cast<std::chrono::milliseconds>(kSilencePerElement * question_.n);
    const bool silent = now - heard_at_ > loss_.silence;
    if (!silent && !question_.stop.stop_requested()) return;
    loss_.how = silent ? Loss::How::silent : Loss::How::cancelled;
    asked_to_end_ = now;
    static_cast<void>(
        child_.write_line(job_line({.kind = WorkerJob::Kind::stop, .number = question_.job.number})));
  }

  unsigned timeout_factor() const {
    if (loss_.progress.is_building) return options_.build_factor;
    return found_no_device(loss_) ? kLoadFactor : 1;
  }

  void lose(Loss::How how) {
    loss_.how = how;
    if (how == Loss::How::died) loss_.ending = child_.how_it_ended();
    child_.kill_now();
    if (how != Loss::How::cancelled) loss_.words = child_.said();
    loss_.to_wait_longer = options_.to_wait_longer;
    reply_ = Reply{{}, loss_};
  }

  Child& child_;
  const Question& question_;
  const WorkerOptions& options_;
  Loss loss_;
  Clock::time_point heard_at_ = Clock::now();
  std::optional<Clock::time_point> asked_to_end_;
  std::optional<Reply> reply_;
};

std::vector<std::string> own_worker() {
  const std::string program = own_program();
  return program.empty() ? std::vector<std::string>{} : std::vector<std::string>{program, "bench-worker"};
}

Worker::Worker(WorkerOptions options) : options_(std::move(options)) {}
Worker::~Worker() = default;

Result<void> Worker::start() {
  if (child_) return {};
  if (options_.program.empty()) return failure("This program's own file cannot be found.");
  auto child = Child::start(options_.program, options_.variables);
  if (!child) return tl::unexpected(child.error());
  child_ = std::move(*child);
  return {};
}

Worker::Reply Worker::ask(Question question) {
  if (const auto started = start(); !started) {
    Loss loss;
    loss.how = Loss::How::not_started;
    loss.words = started.error().message;
    return {{}, loss};
  }
  question.job.number = ++job_;
  Reply reply = Conversation(*child_, question, options_).run();
  if (reply.loss) child_.reset();
  return reply;
}

Result<std::vector<measure::Device>> Worker::devices(std::stop_token stop) {
  const Reply reply = ask({{.kind = WorkerJob::Kind::devices}, std::move(stop)});
  if (reply.loss) return failure(devices_sentence(*reply.loss));
  if (reply.answer.error) return tl::unexpected(*reply.answer.error);
  return reply.answer.devices.value_or(std::vector<measure::Device>());
}

Result<double> Worker::copy_gbps(const measure::Device& device, std::stop_token stop) {
  const Reply reply = ask({{.kind = WorkerJob::Kind::copy, .device = device}, std::move(stop)});
  if (reply.loss) return failure(loss_sentence(*reply.loss));
  if (reply.answer.error) return tl::unexpected(*reply.answer.error);
  return reply.answer.copy_gbps;
}

measure::BenchRow Worker::row(const measure::Device* device, const measure::BenchRequest& request,
                              unsigned threads, const measure::RunOptions& options) {
  measure::BenchRow row = empty_row(request);
  if (request.implementation) row.threads = request.implementation->one_thread ? 1 : threads;
  using enum measure::BenchRow::Status;
  if (options.stop.stop_requested()) return without_value(row, skipped, "Cancelled before it began.");
  if (device && losses_ >= kMaxLosses) return without_value(row, skipped, std::string(lost_sentence()));
  WorkerJob job{.kind = WorkerJob::Kind::row,
                .request = request,
                .repetitions = options.repetitions,
                .warm_ups = options.warm_ups,
                .threads = threads};
  if (device) job.device = *device;
  Reply reply = ask({std::move(job), options.stop, request.request.n, options.on_progress});
  const bool no_device = reply.loss ? found_no_device(*reply.loss) : reply.answer.has_lost_device;
  if (device) losses_ = no_device && !options.stop.stop_requested() ? losses_ + 1 : 0;
  if (reply.loss)
    return without_value(row, reply.loss->how == Loss::How::cancelled ? skipped : error,
                         loss_sentence(*reply.loss));
  // Drivers may not recover from the failure in the same process.
  std::optional<measure::BenchRow>& answer = reply.answer.row;
  if (!answer || answer->status == error) child_.reset();
  if (reply.answer.error || !answer) return from_error(row, reply.answer.error.value_or(kNoAnswer));
  return *std::move(answer);
}

Result<Worker::PlanAnswer> Worker::plan(const measure::Device& device, const Plan& plan, bool force,
                                        const measure::RunOptions& options) {
  const auto folder = ScratchFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  const auto files = write_plan(plan, folder->path());
  if (!files) return tl::unexpected(files.error());
  std::uint64_t elements = 0;
  for (const PlanBuffer& buffer : plan.buffers) elements += buffer.elements;
  Reply reply = ask({{.kind = WorkerJob::Kind::plan,
                      .device = device,
                      .plan = *files,
                      .repetitions = options.repetitions,
                      .warm_ups = options.warm_ups,
                      .force = force},
                     options.stop,
                     elements,
                     options.on_progress});
  if (reply.loss) return failure(loss_sentence(*reply.loss));
  if (reply.answer.error) {
    child_.reset();  // drivers may not recover from the failure in the same process
    return tl::unexpected(*reply.answer.error);
  }
  if (!reply.answer.danger.empty()) return PlanAnswer{{}, reply.answer.danger};
  if (!reply.answer.ran) return tl::unexpected(kNoAnswer);
  return read_buffers(*reply.answer.ran, plan, *files).map([&] {
    return PlanAnswer{*std::move(reply.answer.ran), {}};
  });
}

Result<std::vector<measure::Device>> devices_by(Worker* worker, std::stop_token stop) {
  if (worker != nullptr && worker->start()) return worker->devices(std::move(stop));
  opencl::prepare_environment();
  return opencl::list_devices();
}

}  // namespace lockstep::bench
