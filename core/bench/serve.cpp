// One thread reads requests, so that a stop is noticed during a run; the other thread answers them.
#include "core/bench/serve.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

#include "core/base/process.hpp"
#include "core/bench/run_benchmark.hpp"
#include "core/bench/worker/messages.hpp"
#include "core/bench/worker/words.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::bench {
namespace {

constexpr auto kStopGrace = std::chrono::milliseconds(1000);

// Requests that have not been answered yet.
class Inbox {
 public:
  void hear(const std::string& line) {
    auto job = read_job(line);
    const std::lock_guard lock(mutex_);
    if (job.unreadable || job.kind != WorkerJob::Kind::stop)
      jobs_.push_back(std::move(job));
    else if (job.number == running_)
      stop_.request_stop();
    changed_.notify_all();
  }

  // Waits for the next request; none if the parent has closed the input.
  std::optional<WorkerJob> next() {
    std::unique_lock lock(mutex_);
    running_ = 0;
    idle_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
    if (ended_) return std::nullopt;
    auto job = std::move(jobs_.front());
    jobs_.pop_front();
    running_ = job.number;
    idle_ = false;
    stop_ = {};
    return job;
  }

  // The parent has closed its side. The current run gets some time to end the processes that it has started.
  void end() {
    std::unique_lock lock(mutex_);
    ended_ = true;
    stop_.request_stop();
    changed_.notify_all();
    changed_.wait_for(lock, kStopGrace, [this] { return idle_; });
    end_process(0);
  }

  std::stop_token stop() {
    const std::lock_guard lock(mutex_);
    return stop_.get_token();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<WorkerJob> jobs_;
  std::stop_source stop_;
  std::uint64_t running_ = 0;
  bool ended_ = false, idle_ = true;
};

void listen(Parent& parent, Inbox& inbox) {
  while (const auto line = parent.read_line()) inbox.hear(*line);
  inbox.end();
}

class Answers {
 public:
  Answers(Parent& parent, Inbox& inbox, const Prechecker& prechecker)
      : parent_(parent), inbox_(inbox), prechecker_(prechecker) {}

  void answer(const WorkerJob& job) {
    job_ = job.number;
    if (job.unreadable) return say({.error = job.unreadable});
    switch (job.kind) {
      case WorkerJob::Kind::devices:
        return list();
      case WorkerJob::Kind::copy:
        return copy(job);
      case WorkerJob::Kind::row:
        return row(job);
      case WorkerJob::Kind::plan:
        return plan(job);
      case WorkerJob::Kind::stop:
        return;  // the inbox has already handled the stop
    }
  }

 private:
  void say(WorkerAnswer answer) const {
    answer.job = job_;
    if (!parent_.write_line(answer_line(answer))) end_process(0);
  }

  void list() const {
    auto devices = opencl::list_devices();
    if (!devices) return say({.error = devices.error()});
    say({.devices = *std::move(devices)});
  }

  // The open device of this process.
  Result<measure::Device> device_of(const WorkerJob& job) {
    say({.progress = measure::Progress{0, 0, std::string(kOpening)}});
    if (!job.device) return usage_error("The request must name a device.");
    return opencl::find_again(*job.device)
        .and_then([&](const measure::Device& device) -> Result<measure::Device> {
          if (opened_ == device.index) return device;
          if (auto opens = opencl::try_device(device); !opens) return tl::unexpected(opens.error());
          opened_ = device.index;
          return device;
        });
  }

  void copy(const WorkerJob& job) {
    const auto device = device_of(job);
    if (!device) return say({.error = device.error()});
    say({.progress = measure::Progress{0, 1, "measuring the copy bandwidth"}});
    const auto copied = opencl::measure_copy_gbps(*device);
    copied ? say({.copy_gbps = *copied}) : say({.error = copied.error()});
  }

  // Handles are valid only in the process that listed the devices.
  Result<void> find_all_again(std::vector<measure::Device>& devices) {
    for (measure::Device& device : devices) {
      auto found = opencl::find_again(device);
      if (!found) return tl::unexpected(found.error());
      device = std::move(*found);
    }
    return {};
  }

  void row(const WorkerJob& job) {
    if (!job.request) return say({.error = Error{Error::Kind::usage, "The request must name a row."}});
    measure::BenchRequest request = *job.request;
    Result<measure::Device> device = failure("");
    if (job.device) {
      device = device_of(job);
      auto others = device.and_then([&](const measure::Device&) { return find_all_again(request.devices); });
      if (!others) return say({.error = others.error(), .has_lost_device = true});
    }
    BenchOptions options;
    options.repetitions = job.repetitions;
    options.warm_ups = job.warm_ups;
    options.threads = job.threads;
    options.measure_copy = false;
    options.stop = inbox_.stop();
    options.prechecker = prechecker_;
    options.on_progress = [this](std::size_t, const measure::Progress& progress) {
      say({.progress = progress});
    };
    measure::BenchReport report = run_benchmark(device, std::span(&request, 1), options);
    say({.row = std::move(report.rows.front())});
  }

  void plan(const WorkerJob& job) {
    if (!job.plan) return say({.error = Error{Error::Kind::usage, "The request must name a plan."}});
    const auto device = device_of(job);
    if (!device) return say({.error = device.error()});
    const auto plan = read_plan(*job.plan);
    if (!plan) return say({.error = plan.error()});
    const unsigned lanes = device->kind == measure::Device::Kind::cpu ? 1 : 32;
    if (prechecker_ && !job.force)
      if (const Precheck look = prechecker_(*plan, lanes); look.verdict == Precheck::Verdict::danger)
        return say({.danger = look.message});
    measure::RunOptions options;
    options.repetitions = job.repetitions;
    options.warm_ups = job.warm_ups;
    options.stop = inbox_.stop();
    options.on_progress = [this](const measure::Progress& progress) { say({.progress = progress}); };
    auto report = run_plan(*device, *plan, options, opencl::PlanRunner::Keep::buffers);
    const auto written =
        report.and_then([&](const opencl::RunReport& done) { return write_buffers(done, *job.plan); });
    written ? say({.ran = *std::move(report)}) : say({.error = written.error()});
  }

  Parent& parent_;
  Inbox& inbox_;
  const Prechecker& prechecker_;
  std::uint64_t job_ = 0;
  std::optional<std::size_t> opened_;
};

}  // namespace

[[noreturn]] void serve_worker(Parent& parent, const Prechecker& prechecker) {
  // Neither object is destroyed, because threads of a driver may still run.
  static Inbox inbox;
  std::thread([&parent] { listen(parent, inbox); }).detach();
  Answers answers(parent, inbox, prechecker);
  while (const auto job = inbox.next()) answers.answer(*job);
  end_process(0);
}

}  // namespace lockstep::bench
