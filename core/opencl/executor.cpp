// Each run starts with the initial contents of the buffers and an empty queue; only then are the launches
// enqueued and timed.
#include "core/opencl/executor.hpp"

#include <fmt/format.h>

#include <chrono>

#include "core/check/check.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "core/opencl/limits.hpp"
#include "core/opencl/loaded_plan.hpp"
#include "core/opencl/open_device.hpp"
#include "core/opencl/prepared_launches.hpp"
#include "core/opencl/registers.hpp"
#include "core/opencl/right_result.hpp"
#include "core/opencl/timing_summary.hpp"

namespace lockstep::opencl {
namespace {

class Execution {
 public:
  Execution(const measure::Device& device, std::unique_ptr<OpenDevice>& open, const Plan& plan,
            const measure::RunOptions& options, PlanRunner::Keep keep)
      : device_(device), open_(open), plan_(plan), options_(options), keep_(keep) {}

  // No OpenCL exception leaves this function; `place_` is the action that threw it.
  Result<RunReport> run(std::string_view extra_option) {
    try {
      return set_up(extra_option).and_then([&] { return run_all(); });
    } catch (const cl::Error& error) {
      const bool opened = open_ != nullptr;
      // Without a register option the driver does not say why it refuses a launch.
      if (refused_ && !register_option(device_.platform).empty()) return does_not_fit(*refused_);
      const tl::unexpected<Error> why = failed(error.err());
      open_.reset();
      // With NVIDIA's driver, a process gets no new context after a kernel has accessed memory out of bounds.
      if (!opened && error.err() == out_of_bounds_nvidia)
        return failure(
            "The device has not recovered from a kernel that accessed memory out of bounds; restart the "
            "program and run that kernel in the simulator first.");
      return why;
    } catch (const std::bad_alloc&) {
      return failure("The host does not have enough memory for this run; choose a smaller n.");
    }
  }

 private:
  void report_progress(unsigned done, std::string what, bool is_building = false) const {
    if (options_.on_progress)
      options_.on_progress({done, measure::RunCount(options_).total(), std::move(what), is_building});
  }

  Result<void> set_up(std::string_view extra_option) {
    report_progress(0, "building", true);
    place_ = "opening the device";
    if (!open_) open_ = std::make_unique<OpenDevice>(device_);
    return loaded_.load(*open_, extra_option);
  }

  // Reports which launch is running, because it may never end.
  void follow(const std::string& run) const {
    if (!options_.on_progress) return;
    loaded_.follow(
        [&](const std::string& launch) { report_progress(0, fmt::format("{}, {}", run, launch)); });
    report_progress(0, run);
  }

  // The exception may be caused by an earlier command than the one that threw it.
  tl::unexpected<Error> failed(std::int32_t code) const {
    const auto first = loaded_.first_failed_command();
    if (!first) return opencl_failure(place_ + run_, code);
    return opencl_failure(first->doing + run_, code, first->is_kernel ? "" : advice_on_commands());
  }

  // For drivers that determine a kernel's registers only at its launch; the device is then still usable.
  tl::unexpected<Error> does_not_fit(std::size_t launch) {
    const PlanLaunch& refused = plan_.launches[launch];
    const auto needed = registers_needed(device_, *open_, plan_.programs[refused.program], refused);
    return usage_error(does_not_fit_text(device_, refused, needed));
  }

  RunTime launch_all(const std::string& run, bool is_first) {
    loaded_.forget_events();
    const auto start = std::chrono::steady_clock::now();
    loaded_.enqueue_launches(0, loaded_.launch_count());
    if (is_first) follow(run);
    loaded_.finish();
    const auto end = std::chrono::steady_clock::now();
    RunTime time;
    time.host_ns =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count());
    time.refills = loaded_.refill_times();
    time.launches = loaded_.kernel_times();
    return time;
  }

  RunTime run_once(const std::string& run, bool is_first) {
    run_ = ", " + run;
    try {
      RunTime time = launch_all(run, is_first);
      run_.clear();
      return time;
    } catch (const cl::Error& error) {
      const auto next = loaded_.next_launch();
      place_ = next ? fmt::format("running {}", launch_name(plan_.launches[*next])) : running_all(plan_);
      if (is_first && next && error.err() == CL_OUT_OF_RESOURCES && !loaded_.first_failed_command())
        refused_ = next;
      throw;
    }
  }

  std::vector<std::vector<std::byte>> read_buffers() {
    std::vector<std::vector<std::byte>> buffers;
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
      buffers.emplace_back(plan_.buffers[i].bytes());
      loaded_.read(i, buffers.back());
    }
    return buffers;
  }

  // The host checks the first run of a plan, and each later run unless the device finds that its result has
  // the same bits.
  bool check_run(RunReport& report, std::optional<RepeatedCheck>& check) {
    if (!check) return true;
    if (right_ && is_right_again()) {
      check->count_as_passed();
      return true;
    }
    loaded_.read(plan_.expectation->result_buffer, report.result);
    report.reason = check->check(report.result);
    report.check = check->verdict();
    report.status = report.check.passed() ? RunReport::Status::passed : RunReport::Status::failed;
    return report.check.passed();
  }

  bool is_right_again() {
    place_ = "comparing the result with that of the first run";
    return right_->is_in(loaded_.buffer(plan_.expectation->result_buffer));
  }

  void keep_right(const RunReport& report) {
    const std::size_t buffer = plan_.expectation->result_buffer;
    if (plan_.buffers[buffer].image) return;
    std::uint64_t used = 0;
    for (const PlanBuffer& one : plan_.buffers) used += one.bytes();
    right_ = RightResult::keep(device_, *open_, loaded_.buffer(buffer), report.result, used);
  }

  Result<RunReport> run_all() {
    RunReport report;
    report.build_log = loaded_.build_log();
    std::optional<RepeatedCheck> check;
    if (const auto& expected = plan_.expectation) {
      check.emplace(plan_, loaded_.content(expected->input_buffer));
      report.result =
          LargeBytes(expected->result_elements * size_bytes(plan_.buffers[expected->result_buffer].type));
      fill_bytes(report.result, std::byte{0});  // so that its pages exist before the device copies
    }
    std::vector<RunTime> times;
    measure::RunCount runs(options_);
    while (runs.is_another_wanted()) {
      const unsigned number = runs.done() + 1;
      const std::string run = fmt::format("run {} of {}", number, runs.total());
      report_progress(runs.done(), run, number == 1 && builds_at_launch(device_.platform));
      if (options_.stop.stop_requested()) {
        report.status = RunReport::Status::cancelled;
        report.reason = fmt::format("Cancelled after {} of {} runs.", runs.done(), runs.total());
        return report;
      }
      const bool timed = runs.begin();
      loaded_.restore_buffers(number == 1);
      RunTime time = run_once(run, number == 1);
      if (!check_run(report, check)) break;
      if (check && number == 1) keep_right(report);
      if (timed) times.push_back(std::move(time));
      runs.end();
    }
    if (keep_ == PlanRunner::Keep::buffers) report.buffers = read_buffers();
    if (report.status == RunReport::Status::failed) return report;
    report.timing = summarise(plan_, times);
    report_progress(runs.total(), "done");
    return report;
  }

  const measure::Device& device_;
  std::unique_ptr<OpenDevice>& open_;
  const Plan& plan_;
  const measure::RunOptions& options_;
  PlanRunner::Keep keep_;
  std::string place_, run_;
  std::optional<std::size_t> refused_;  // the launch that the device refused for lack of resources
  LoadedPlan loaded_{device_, plan_, place_};
  std::unique_ptr<RightResult> right_;
};

}  // namespace

PlanRunner::PlanRunner(const measure::Device& device) : device_(device) {}
PlanRunner::~PlanRunner() = default;

Result<RunReport> PlanRunner::run(const Plan& plan, const measure::RunOptions& options, Keep keep) {
  if (auto valid = validate(plan); !valid) return tl::unexpected(valid.error());
  if (auto fits = check_limits(device_, plan); !fits) return tl::unexpected(fits.error());
  auto report = Execution(device_, open_, plan, options, keep).run("");
  const std::string_view fallback = fallback_option(device_.platform);
  if (!report || report->status != RunReport::Status::failed || fallback.empty()) return report;
  auto second = Execution(device_, open_, plan, options, keep).run(fallback);
  if (!second || second->status != RunReport::Status::passed) return report;
  second->note = fmt::format(
      "This driver's optimiser gives a wrong result for this kernel; measured with {}.", fallback);
  return second;
}

Result<RunReport> run_plan(const measure::Device& device, const Plan& plan,
                           const measure::RunOptions& options, PlanRunner::Keep keep) {
  return PlanRunner(device).run(plan, options, keep);
}

}  // namespace lockstep::opencl
