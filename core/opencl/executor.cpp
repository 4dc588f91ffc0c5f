// One run: outputs and scratch are poisoned, so that a result left over from the last run cannot pass; a
// result that is computed in place gets its input again; the queue is drained, and only then do the launches
// go out and the clocks run. Inputs that no kernel should write are filled once: the check of the next run
// shows if one was.
#include "core/opencl/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/opencl/cl.hpp"
#include "core/opencl/errors.hpp"
#include "core/opencl/launcher.hpp"
#include "core/opencl/limits.hpp"
#include "core/opencl/open_device.hpp"
#include "core/opencl/quirks.hpp"
#include "core/opencl/timing.hpp"
#include "core/repeated_check.hpp"

namespace lockstep::opencl {
namespace {

cl_mem_flags flags_of(PlanBuffer::Access access) {
  switch (access) {
    case PlanBuffer::Access::read_only:
      return CL_MEM_READ_ONLY;
    case PlanBuffer::Access::write_only:
      return CL_MEM_WRITE_ONLY;
    case PlanBuffer::Access::read_write:
      break;
  }
  return CL_MEM_READ_WRITE;
}

constexpr cl_uchar poison = 0xA5;

class Execution {
 public:
  Execution(const Device& device, std::unique_ptr<OpenDevice>& open, const Plan& plan,
            const RunOptions& options)
      : device_(device), open_(open), plan_(plan), options_(options) {}

  // No OpenCL exception leaves here; `place_` is where one came from.
  Result<RunReport> run(std::string_view extra_option) {
    try {
      return set_up(extra_option).and_then([&] { return run_all(); });
    } catch (const cl::Error& error) {
      const bool opened = open_ != nullptr;
      open_.reset();
      // Seen with NVIDIA's driver: after one kernel touched foreign memory, the process gets no context
      // again.
      if (!opened && error.err() == out_of_bounds_nvidia)
        return failure(
            "The device has not recovered from a kernel that read or wrote out of bounds; start the program "
            "again, and run that kernel in the simulator first.");
      return opencl_failure(place_, error.err());
    } catch (const std::bad_alloc&) {
      return failure("The host has not enough memory for this run; choose a smaller n.");
    }
  }

 private:
  bool has_content(std::size_t buffer) const {
    return plan_.buffers[buffer].content.pattern != Content::Pattern::uninitialised;
  }

  void report_progress(unsigned done, std::string what) const {
    if (options_.on_progress) options_.on_progress({done, RunCount(options_).total(), std::move(what)});
  }

  Result<void> set_up(std::string_view extra_option) {
    report_progress(0, "building");
    place_ = "opening the device";
    if (!open_) open_ = std::make_unique<OpenDevice>(device_);
    queue_ = open_->queue();
    place_ = "building the kernels";
    for (const PlanProgram& program : plan_.programs) {
      auto built = open_->program(program, extra_option);
      if (!built) return tl::unexpected(built.error());
      programs_.push_back(std::move(*built));
    }
    make_buffers();
    auto kernels = prepare_launches(device_, plan_, programs_, buffers_, place_);
    if (!kernels) return tl::unexpected(kernels.error());
    kernels_ = std::move(*kernels);
    return {};
  }

  void make_buffers() {
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
      place_ = fmt::format("making buffer '{}'", plan_.buffers[i].name);
      buffers_.emplace_back(open_->context(), flags_of(plan_.buffers[i].access), plan_.buffers[i].bytes());
      contents_.push_back(has_content(i) ? materialise(plan_.buffers[i]) : std::vector<std::byte>{});
    }
  }

  // Without an expectation nothing would show that an input was overwritten.
  bool keeps_content(std::size_t buffer) const {
    return plan_.expectation && buffer != plan_.expectation->result_buffer &&
           plan_.buffers[buffer].role == PlanBuffer::Role::input;
  }

  void restore_buffers(bool first_run) {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      if (!first_run && keeps_content(i)) continue;
      place_ = fmt::format("filling buffer '{}'", plan_.buffers[i].name);
      if (has_content(i))
        queue_.enqueueWriteBuffer(buffers_[i], CL_FALSE, 0, contents_[i].size(), contents_[i].data());
      else
        queue_.enqueueFillBuffer(buffers_[i], poison, 0, plan_.buffers[i].bytes());
    }
    queue_.finish();
  }

  RunTime launch_all() {
    events_.clear();
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < kernels_.size(); ++i)
      events_.push_back(enqueue_launch(queue_, kernels_[i], plan_.launches[i].range));
    queue_.finish();
    const auto end = std::chrono::steady_clock::now();
    RunTime time;
    time.host_ns =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count());
    for (const cl::Event& event : events_)
      time.launches.push_back({event.getProfilingInfo<CL_PROFILING_COMMAND_START>(),
                               event.getProfilingInfo<CL_PROFILING_COMMAND_END>()});
    return time;
  }

  // A launch that fails on the device shows only when the queue is drained: its event then has a negative
  // status, or is the first that never completed. A launch that could not be enqueued has no event.
  std::size_t failed_launch() const {
    std::size_t unfinished = events_.size();
    for (std::size_t i = events_.size(); i-- > 0;) {
      cl_int status = CL_COMPLETE;
      const cl_int asked =
          clGetEventInfo(events_[i](), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
      if (asked != CL_SUCCESS || status < 0) unfinished = i;
      if (status > 0 && events_.size() == kernels_.size()) unfinished = i;
    }
    return std::min(unfinished, kernels_.size() - 1);
  }

  RunTime timed_run(unsigned number, unsigned total) {
    try {
      return launch_all();
    } catch (const cl::Error&) {
      const std::string where = kernels_.empty() ? "nothing" : launch_name(plan_.launches[failed_launch()]);
      place_ = fmt::format("running {}, run {} of {}", where, number, total);
      throw;
    }
  }

  std::vector<std::byte> read_result() {
    const Expectation& expected = *plan_.expectation;
    const PlanBuffer& buffer = plan_.buffers[expected.result_buffer];
    place_ = fmt::format("reading buffer '{}'", buffer.name);
    std::vector<std::byte> bytes(expected.result_elements * size_bytes(buffer.type));
    queue_.enqueueReadBuffer(buffers_[expected.result_buffer], CL_TRUE, 0, bytes.size(), bytes.data());
    return bytes;
  }

  bool check_run(RunReport& report, std::optional<RepeatedCheck>& check) {
    if (!check) return true;
    report.reason = check->look(read_result());
    report.check = check->verdict();
    report.status = report.check.passed() ? RunReport::Status::passed : RunReport::Status::failed;
    return report.check.passed();
  }

  Result<RunReport> run_all() {
    RunReport report;
    for (const BuiltProgram& program : programs_) report.build_log += program.log;
    std::optional<RepeatedCheck> check;
    if (plan_.expectation) check.emplace(plan_, contents_[plan_.expectation->input_buffer]);
    std::vector<RunTime> times;
    RunCount runs(options_);
    while (runs.is_another_wanted()) {
      const unsigned number = runs.done() + 1;
      report_progress(runs.done(), fmt::format("run {} of {}", number, runs.total()));
      if (options_.stop.stop_requested()) {
        report.status = RunReport::Status::cancelled;
        report.reason = fmt::format("Cancelled after {} of {} runs.", runs.done(), runs.total());
        return report;
      }
      const bool timed = runs.begin();
      restore_buffers(number == 1);
      RunTime time = timed_run(number, runs.total());
      if (!check_run(report, check)) break;
      if (timed) times.push_back(std::move(time));
      runs.end();
    }
    if (check) report.result = check->take_result();
    if (report.status == RunReport::Status::failed) return report;
    report.timing = summarise(plan_, times);
    report_progress(runs.total(), "done");
    return report;
  }

  const Device& device_;
  std::unique_ptr<OpenDevice>& open_;
  const Plan& plan_;
  const RunOptions& options_;
  std::string place_;
  std::vector<std::vector<std::byte>> contents_;  // must outlive the queue's writes
  cl::CommandQueue queue_;
  std::vector<BuiltProgram> programs_;
  std::vector<cl::Buffer> buffers_;
  std::vector<cl::Kernel> kernels_;
  std::vector<cl::Event> events_;
};

}  // namespace

PlanRunner::PlanRunner(const Device& device) : device_(device) {}
PlanRunner::~PlanRunner() = default;

Result<RunReport> PlanRunner::run(const Plan& plan, const RunOptions& options) {
  if (auto valid = validate(plan); !valid) return tl::unexpected(valid.error());
  if (auto fits = check_limits(device_, plan); !fits) return tl::unexpected(fits.error());
  auto report = Execution(device_, open_, plan, options).run("");
  const std::string_view fallback = fallback_option(device_.platform);
  if (!report || report->status != RunReport::Status::failed || fallback.empty()) return report;
  auto second = Execution(device_, open_, plan, options).run(fallback);
  if (!second || second->status != RunReport::Status::passed) return report;
  second->note =
      fmt::format("This driver's optimiser computes a wrong result here; measured with {}.", fallback);
  return second;
}

Result<RunReport> run_plan(const Device& device, const Plan& plan, const RunOptions& options) {
  return PlanRunner(device).run(plan, options);
}

}  // namespace lockstep::opencl
