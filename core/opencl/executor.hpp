// Runs a Plan on a real device. Every run's result is checked against the sequential reference; only a plan
// whose every run passed gets a timing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/benchmark_data/repetitions.hpp"
#include "core/check/check.hpp"
#include "core/opencl/devices.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::opencl {

struct LaunchTiming {
  std::string label;
  measure::Spread device_ns;
};

struct Timing {
  unsigned runs = 0;  // timed; fewer than requested if the time limit was reached
  // The kernels' own execution, from profiling events, added up over the launches and what each run fills
  // before them.
  measure::Spread device_ns;
  measure::Spread span_ns;  // start of the first of them to the end of the last, gaps between them included
  measure::Spread gap_ns;   // the part of the span in which no kernel ran: the gaps between launches
  measure::Spread
      host_ns;  // round trip: from the first enqueue until the host sees the last command complete
  std::vector<LaunchTiming> launches;
};

struct RunReport {
  enum class Status : std::uint8_t {
    passed,
    failed,     // wrong result: see `reason`; no timing
    unchecked,  // the plan does not say what to expect
    cancelled,
  };
  Status status = Status::unchecked;
  std::string reason;  // a sentence unless passed
  CheckResult check;
  std::optional<Timing> timing;                   // passed or unchecked
  LargeBytes result;                              // of the last run: the expectation's result buffer
  std::string build_log;                          // warnings of the driver, with the kernel file's name
  std::string note;                               // a quirk of the driver that was worked around to pass
  std::vector<std::vector<std::byte>> buffers{};  // of the last run, if they were requested
};

class OpenDevice;

// Runs plans one after another in one context, where each program is built once. After a device failed, the
// next plan gets a fresh context.
class PlanRunner {
 public:
  explicit PlanRunner(const measure::Device& device);
  ~PlanRunner();
  PlanRunner(const PlanRunner&) = delete;
  PlanRunner& operator=(const PlanRunner&) = delete;

  // With the contents of all buffers.
  enum class Keep : std::uint8_t { result, buffers };
  Result<RunReport> run(const Plan& plan, const measure::RunOptions& options = {}, Keep keep = Keep::result);

 private:
  measure::Device device_;
  std::unique_ptr<OpenDevice> open_;  // null before the first run, and after a failure
};

// One plan in a context of its own.
Result<RunReport> run_plan(const measure::Device& device, const Plan& plan,
                           const measure::RunOptions& options = {},
                           PlanRunner::Keep keep = PlanRunner::Keep::result);

// Whether the device can be opened for work at all.
Result<void> try_device(const measure::Device& device);

// Bytes read and written per nanosecond (= GB/s) by a large copy from one buffer of the device to another.
Result<double> measure_copy_gbps(const measure::Device& device);

}  // namespace lockstep::opencl
