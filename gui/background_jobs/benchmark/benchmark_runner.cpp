#include "gui/background_jobs/benchmark/benchmark_runner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "core/bench/run_benchmark.hpp"
#include "core/benchmark_data/history.hpp"
#include "core/benchmark_data/tuning.hpp"
#include "core/host_implementations/implementations.hpp"
#include "core/opencl/executor.hpp"
#include "gui/background_jobs/benchmark/device_choice.hpp"
#include "gui/canvas/text.hpp"
#include "sim/explain/precheck.hpp"

namespace lockstep::gui {

namespace {

using Change = std::function<void(BenchmarkSnapshot&)>;

// Fills the snapshot with the stored results of the last run, which are shown until new results are measured.
void show_stored(BenchmarkSnapshot& seen, const measure::LastRun& last) {
  if (seen.running || !seen.requests.empty()) return;
  seen.rows = last.rows;
  seen.device = last.device;
  seen.stored_on = last.date;
}

Change devices_found(Result<std::vector<measure::Device>> devices, const std::string& results_file) {
  const measure::KeptResults kept =
      results_file.empty() ? measure::KeptResults{} : measure::read_results(results_file);
  return
      [devices = std::move(devices), problem = measure::kept_tuning_problem(), last = measure::last_run(kept),
       known = std::make_shared<const std::vector<measure::KnownTime>>(measure::stored_times(kept))](
          BenchmarkSnapshot& seen) {
        if (last) show_stored(seen, *last);
        seen.discovering = false;
        seen.known = known;
        seen.tuning_problem = problem;
        if (devices) {
          seen.devices = *devices;
        } else {
          seen.no_devices = devices.error().message;
        }
      };
}

PlanResult plan_result(const PlanOnDevice& asked, const opencl::RunReport& report) {
  PlanResult result;
  result.title = asked.plan.id;
  using enum opencl::RunReport::Status;
  result.is_checked = report.status == passed || report.status == failed;
  result.is_right = report.status == passed;
  result.verdict = report.reason;
  result.note = report.note;
  if (report.status == cancelled) {
    result.problem = report.reason;
    return result;
  }
  result.buffers = compare_buffers(asked.plan, asked.simulator, report.buffers);
  if (!report.timing) return result;
  result.runs = report.timing->runs;
  result.device_ns = report.timing->device_ns;
  result.host_ns = report.timing->host_ns;
  for (std::size_t i = 0; i < report.timing->launches.size(); ++i)
    result.launches.push_back(
        {asked.plan.launches[i].kernel, asked.plan.launches[i].place, report.timing->launches[i].device_ns});
  return result;
}

PlanResult without_result(const PlanOnDevice& asked, const std::string& problem) {
  PlanResult result;
  result.title = asked.plan.id;
  result.problem = as_sentence(problem);
  return result;
}

}  // namespace

// The work of one run: measures the bandwidth of each device, then the rows.
class BenchmarkRunner::RowsRun {
 public:
  RowsRun(Task task, bench::Worker* worker, std::string results_file)
      : task_(std::move(task)), worker_(worker), results_file_(std::move(results_file)) {}

  std::optional<Change> next(Job::Control& control) {
    if (piece_++ == 0) {
      control.hand_over([problem = measure::kept_tuning_problem()](BenchmarkSnapshot& seen) {
        seen.tuning_problem = problem;
      });
      if (task_.device && !task_.again)
        copies_ = task_.sharing.empty() ? std::vector{*task_.device} : task_.sharing;
    }
    if (copied_ == copies_.size()) return run_rows(control);
    measure_copy(copies_[copied_++], control);
    return std::nullopt;
  }

 private:
  // Measures the copy bandwidth of one device. Devices that share an array are measured one after another.
  void measure_copy(const measure::Device& device, Job::Control& control) {
    control.progress("measuring the device's copy bandwidth", 0, true);
    const auto copy = worker_ && worker_->start()
                          ? worker_->copy_gbps(device, control.stop())
                          : opencl::find_again(device).and_then(opencl::measure_copy_gbps);
    const bool first = device.index == task_.device->index, shares = !task_.sharing.empty();
    control.hand_over([copy, first, shares](BenchmarkSnapshot& seen) {
      if (!copy) seen.copy_reason = copy.error().message;
      if (first) seen.copy_gbps = copy.value_or(0);
      if (shares) seen.copies_gbps.push_back(copy.value_or(0));
    });
  }

  void show_progress(std::size_t row, const measure::Progress& progress, Job::Control& control) const {
    const measure::BenchRequest& request = task_.requests[row];
    const double part = progress.total == 0 ? 0 : static_cast<double>(progress.done) / progress.total;
    control.progress(fmt::format("{}, {}: {}", request.id(), format_count(request.request.n), progress.what),
                     (static_cast<double>(row) + part) / static_cast<double>(task_.requests.size()),
                     progress.done == 0);
  }

  Change run_rows(Job::Control& control) {
    bench::BenchOptions options;
    options.repetitions = task_.repetitions;
    options.warm_ups = task_.warm_ups;
    options.stop = control.stop();
    options.measure_copy = false;
    options.worker = worker_;
    options.prechecker = sim::precheck;
    options.on_progress = [&](std::size_t row, const measure::Progress& progress) {
      show_progress(row, progress, control);
    };
    measure::ResultsKeeper keeper(results_file_, task_.device);
    options.on_row = [&](std::size_t i, const measure::BenchRow& row) {
      measure::BenchRow shown = row;
      shown.earlier = keeper.take(task_.requests[i], row);
      control.hand_over([again = task_.again, shown = std::move(shown),
                         problems = keeper.problems()](BenchmarkSnapshot& seen) {
        if (again)
          seen.rows[*again] = shown;
        else
          seen.rows.push_back(shown);
        seen.problems = problems;
      });
    };
    const measure::BenchReport report = bench::run_benchmark(task_.device, task_.requests, options);
    return [no_worker = report.no_worker](BenchmarkSnapshot& seen) {
      seen.running = false;
      seen.again.reset();
      seen.no_worker = no_worker;
      seen.progress = 1;
      seen.what.clear();
    };
  }

  Task task_;
  bench::Worker* worker_;
  std::string results_file_;
  int piece_ = 0;
  std::vector<measure::Device> copies_;  // devices whose bandwidth is measured
  std::size_t copied_ = 0;               // number of finished measurements
};

PlanResult BenchmarkRunner::run_plan(const Task& task, bench::Worker* worker, Job::Control& control) {
  measure::RunOptions options;
  options.repetitions = task.repetitions;
  options.warm_ups = task.warm_ups;
  options.stop = control.stop();
  options.on_progress = [&](const measure::Progress& progress) {
    control.progress(progress.what,
                     progress.total == 0 ? 0 : static_cast<double>(progress.done) / progress.total);
  };
  const PlanOnDevice& asked = *task.plan;
  if (worker == nullptr || !worker->start()) {  // rows run in this process
    const Precheck look = sim::precheck(asked.plan, 32);
    if (look.verdict == Precheck::Verdict::danger && !asked.force) {
      PlanResult held = without_result(asked, look.message);
      held.was_held_back = true;
      return held;
    }
    const auto report = opencl::find_again(*task.device).and_then([&](const measure::Device& device) {
      return opencl::run_plan(device, asked.plan, options, opencl::PlanRunner::Keep::buffers);
    });
    return report ? plan_result(asked, *report) : without_result(asked, report.error().message);
  }
  const auto answer = worker->plan(*task.device, asked.plan, asked.force, options);
  if (!answer) return without_result(asked, answer.error().message);
  if (answer->danger.empty()) return plan_result(asked, answer->report);
  PlanResult held = without_result(asked, answer->danger);
  held.was_held_back = true;
  return held;
}

BenchmarkRunner::Job::Piece BenchmarkRunner::begin(const Task& task) const {
  if (task.plan)
    return [task, worker = worker_.get()](Job::Control& control) {
      auto result = std::make_shared<const PlanResult>(run_plan(task, worker, control));
      return std::optional<Change>([result](BenchmarkSnapshot& seen) {
        seen.running = false;
        seen.plan = result;
      });
    };
  if (!task.discovery)
    return [rows = std::make_shared<RowsRun>(task, worker_.get(), results_file_)](Job::Control& control) {
      return rows->next(control);
    };
  return [worker = worker_.get(), results_file = results_file_](Job::Control& control) {
    return std::optional(devices_found(bench::devices_by(worker, control.stop()), results_file));
  };
}

measure::BenchReport bench_report(const BenchmarkSnapshot& snapshot) {
  measure::BenchReport report{snapshot.device, snapshot.copy_gbps, snapshot.copy_reason, snapshot.rows};
  report.processor = processor_name();
  report.devices = snapshot.sharing;
  report.copies_gbps = snapshot.copies_gbps;
  return report;
}

BenchmarkRunner::BenchmarkRunner(std::string kernel_dir, const JobHost& host, std::string results_file,
                                 bench::WorkerOptions worker)
    : kernel_dir_(std::move(kernel_dir)),
      results_file_(std::move(results_file)),
      worker_(worker.program.empty() ? nullptr : std::make_unique<bench::Worker>(std::move(worker))),
      job_([this](const Task& task) { return begin(task); }, host) {}

BenchmarkRunner::~BenchmarkRunner() = default;

void BenchmarkRunner::discover() {
  if (snapshot_.discovering || snapshot_.devices || !snapshot_.no_devices.empty()) return;
  snapshot_.discovering = true;
  Task task;
  task.discovery = true;
  job_.ask(std::move(task));
}

// Prepares the rows of the run that the state selects; returns false if the run has no rows.
bool BenchmarkRunner::prepare(const AppState& state) {
  const measure::Device* chosen =
      snapshot_.devices ? chosen_device(*snapshot_.devices, state.benchmark.device) : nullptr;
  snapshot_.requests = benchmark_requests(state, kernel_dir_);
  snapshot_.sharing =
      chosen ? sharing_devices(*snapshot_.devices, state.benchmark) : std::vector<measure::Device>{};
  if (!snapshot_.sharing.empty()) {
    chosen = &snapshot_.sharing.front();
    const auto split = state.benchmark.by_speed ? measure::Split::measured : measure::Split::position;
    snapshot_.requests =
        measure::shared_requests(snapshot_.requests, snapshot_.sharing, split, state.benchmark.each_alone);
  }
  // Host implementations do not need a device.
  if (chosen == nullptr)
    std::erase_if(snapshot_.requests,
                  [](const measure::BenchRequest& request) { return !request.implementation; });
  snapshot_.rows.clear();
  snapshot_.stored_on.clear();
  snapshot_.problems.clear();
  if (snapshot_.requests.empty()) return false;
  snapshot_.copy_gbps = 0;
  snapshot_.copies_gbps.clear();
  snapshot_.copy_reason.clear();
  task_ = Task{};
  task_.device = chosen ? Result<measure::Device>(*chosen) : failure(snapshot_.no_devices);
  task_.requests = snapshot_.requests;
  task_.sharing = snapshot_.sharing;
  task_.repetitions = state.benchmark.repetitions;
  task_.warm_ups = state.benchmark.warm_ups;
  snapshot_.device = task_.device.value_or(measure::Device{});
  if (!chosen) snapshot_.device.name = processor_name();
  return true;
}

void BenchmarkRunner::start(Task task) {
  snapshot_.again = task.again;
  snapshot_.running = true;
  snapshot_.progress = 0;
  snapshot_.what.clear();
  cancelled_ = false;
  began_ = std::chrono::steady_clock::now();
  job_.ask(std::move(task));
}

void BenchmarkRunner::run(const AppState& state) {
  update();
  if (snapshot_.discovering) {
    wish_ = state;
    return;
  }
  const bool looked = snapshot_.devices || !snapshot_.no_devices.empty();
  if (snapshot_.running || !looked) return;
  snapshot_.again.reset();
  if (prepare(state)) start(task_);
}

void BenchmarkRunner::force_run(std::size_t row) {
  update();
  if (snapshot_.running || row >= std::min(snapshot_.rows.size(), snapshot_.requests.size())) return;
  snapshot_.requests[row].force = true;
  Task task = task_;
  task.requests = {snapshot_.requests[row]};
  task.again = row;
  start(std::move(task));
}

void BenchmarkRunner::run_plan(const AppState& state, PlanOnDevice plan) {
  update();
  const measure::Device* chosen =
      snapshot_.devices ? chosen_device(*snapshot_.devices, state.benchmark.device) : nullptr;
  if (snapshot_.running || snapshot_.discovering) return;
  if (chosen == nullptr) return run_plan(plan.plan.id, snapshot_.no_devices);
  task_ = Task{};
  task_.device = *chosen;
  task_.repetitions = state.benchmark.repetitions;
  task_.warm_ups = state.benchmark.warm_ups;
  task_.plan = std::make_shared<const PlanOnDevice>(std::move(plan));
  snapshot_.plan.reset();
  start(task_);
}

void BenchmarkRunner::run_plan(std::string title, std::string problem) {
  PlanResult result;
  result.title = std::move(title);
  result.problem = std::move(problem);
  snapshot_.plan = std::make_shared<const PlanResult>(std::move(result));
}

void BenchmarkRunner::force_plan() {
  update();
  if (snapshot_.running || !task_.plan) return;
  PlanOnDevice forced = *task_.plan;
  forced.force = true;
  Task task = task_;
  task.plan = std::make_shared<const PlanOnDevice>(std::move(forced));
  snapshot_.plan.reset();
  start(std::move(task));
}

void BenchmarkRunner::cancel() {
  update();
  if (!snapshot_.running) return;
  job_.stop();
  cancelled_ = true;
  snapshot_.what = "stopping …";
}

void BenchmarkRunner::update() {
  for (const Change& change : job_.take()) change(snapshot_);
  if (!snapshot_.discovering)
    if (const auto state = std::exchange(wish_, std::nullopt)) run(*state);
}

BenchmarkSnapshot BenchmarkRunner::snapshot() {
  const JobProgress progress = job_.progress();
  update();
  if (snapshot_.running) {
    snapshot_.progress = progress.share;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
    // The first twentieth of the run is not a reliable basis for an estimate.
    snapshot_.seconds_left =
        progress.share > 0.05 ? passed.count() * (1 - progress.share) / progress.share : 0;
    if (!cancelled_) snapshot_.what = progress.what;
  }
  return snapshot_;
}

void BenchmarkRunner::wait(std::chrono::milliseconds most) { job_.wait(most); }

}  // namespace lockstep::gui
