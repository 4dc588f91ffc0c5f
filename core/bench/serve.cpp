// One thread reads requests, so that a stop is noticed in the middle of a run; the other one answers them.
#include "core/bench/serve.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>

#include "core/base/process.hpp"
#include "core/base/text/json.hpp"
#include "core/bench/run_benchmark.hpp"
#include "core/bench/worker/plan_run.hpp"
#include "core/bench/worker/words.hpp"
#include "core/measure/request_json.hpp"
#include "core/measure/row_json.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto kStopGrace = std::chrono::milliseconds(1000);

// Requests that have not been answered yet.
class Inbox {
 public:
  void hear(const std::string& line) {
    Json job = parse_json_line(line);
    if (!job.is_object()) return;
    const std::lock_guard lock(mutex_);
    if (job.value("do", "") != "stop")
      jobs_.push_back(std::move(job));
    else if (job.value("job", std::uint64_t{0}) == running_)
      stop_.request_stop();
    changed_.notify_all();
  }

  // Waits for the next request; none: no more will come.
  std::optional<Json> next() {
    std::unique_lock lock(mutex_);
    running_ = 0;
    idle_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
    if (ended_) return std::nullopt;
    Json job = std::move(jobs_.front());
    jobs_.pop_front();
    running_ = job.value("job", std::uint64_t{0});
    idle_ = false;
    stop_ = {};
    return std::optional<Json>(std::move(job));
  }

  // The parent no longer listens. A run gets a moment to end the processes that it has started.
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
  std::deque<Json> jobs_;
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
  Answers(Parent& parent, Inbox& inbox, const LookFirst& look_first)
      : parent_(parent), inbox_(inbox), look_first_(look_first) {}

  void answer(const Json& job) {
    job_ = job.value("job", std::uint64_t{0});
    const std::string what = job.value("do", "");
    if (what == "devices")
      list();
    else if (what == "copy")
      copy(job);
    else if (what == "row")
      row(job);
    else if (what == "plan")
      plan(job);
    else
      say(error_json({Error::Kind::usage, "A worker answers devices, copy, row and plan."}));
  }

 private:
  void say(Json answer) const {
    Json json{{"job", job_}};
    json.update(answer);
    if (!parent_.write_line(json_line(json))) end_process(0);
  }

  void list() const {
    const auto devices = opencl::list_devices();
    if (!devices) return say(error_json(devices.error()));
    Json json{{"devices", Json::array()}};
    for (const measure::Device& device : *devices) json["devices"].push_back(device_json(device));
    say(std::move(json));
  }

  // The device of this process, open for work.
  Result<measure::Device> device_of(const Json& json) {
    say({{"progress", measure::progress_json({0, 0, std::string(kOpening)})}});
    return measure::read_device(json)
        .and_then(opencl::find_again)
        .and_then([&](const measure::Device& device) -> Result<measure::Device> {
          if (opened_ == device.index) return device;
          if (auto opens = opencl::try_device(device); !opens) return tl::unexpected(opens.error());
          opened_ = device.index;
          return device;
        });
  }

  void copy(const Json& job) {
    const auto device = device_of(job.value("device", Json::object()));
    if (!device) return say(error_json(device.error()));
    say({{"progress", measure::progress_json({0, 1, "measuring the copy bandwidth"})}});
    const auto copied = opencl::measure_copy_gbps(*device);
    say(copied ? Json{{"copy_gbps", *copied}} : error_json(copied.error()));
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

  void row(const Json& job) {
    auto request = measure::read_request(job.value("request", Json::object()));
    if (!request) return say(error_json(request.error()));
    Result<measure::Device> device = failure("");
    if (job.contains("device")) {
      device = device_of(job["device"]);
      auto others = device.and_then([&](const measure::Device&) { return find_all_again(request->devices); });
      if (!others) {
        Json lost = error_json(others.error());
        lost["lost"] = true;
        return say(std::move(lost));
      }
    }
    BenchOptions options;
    options.repetitions = job.value("repetitions", options.repetitions);
    options.warm_ups = job.value("warm_ups", options.warm_ups);
    options.threads = job.value("threads", 0u);
    options.measure_copy = false;
    options.stop = inbox_.stop();
    options.look_first = look_first_;
    options.on_progress = [this](std::size_t, const measure::Progress& progress) {
      say({{"progress", progress_json(progress)}});
    };
    const measure::BenchReport report = run_benchmark(device, std::span(&*request, 1), options);
    say({{"row", row_json(report.rows.front())}});
  }

  void plan(const Json& job) {
    const auto device = device_of(job.value("device", Json::object()));
    if (!device) return say(error_json(device.error()));
    const auto plan = read_plan(job);
    if (!plan) return say(error_json(plan.error()));
    const unsigned lanes = device->kind == measure::Device::Kind::cpu ? 1 : 32;
    if (look_first_ && !job.value("force", false))
      if (const FirstLook look = look_first_(*plan, lanes); look.verdict == FirstLook::Verdict::danger)
        return say({{"danger", look.message}});
    measure::RunOptions options;
    options.repetitions = job.value("repetitions", options.repetitions);
    options.warm_ups = job.value("warm_ups", options.warm_ups);
    options.stop = inbox_.stop();
    options.on_progress = [this](const measure::Progress& progress) {
      say({{"progress", progress_json(progress)}});
    };
    const auto report = run_plan(*device, *plan, options, opencl::PlanRunner::Keep::buffers);
    const auto written = report.and_then(
        [&](const opencl::RunReport& done) { return write_report(done, job.value("buffers", "")); });
    say(written ? Json{{"ran", *written}} : error_json(written.error()));
  }

  Parent& parent_;
  Inbox& inbox_;
  const LookFirst& look_first_;
  std::uint64_t job_ = 0;
  std::optional<std::size_t> opened_;
};

}  // namespace

[[noreturn]] void serve_worker(Parent& parent, const LookFirst& look_first) {
  // Neither is destroyed: a driver's thread may be anywhere.
  static Inbox inbox;
  std::thread([&parent] { listen(parent, inbox); }).detach();
  Answers answers(parent, inbox, look_first);
  while (const auto job = inbox.next()) answers.answer(*job);
  end_process(0);
}

}  // namespace lockstep::bench
