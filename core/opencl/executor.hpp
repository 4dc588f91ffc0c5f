// Runs a Plan on a real device. Every run's result is checked against the sequential reference; a timing is
// reported only if every run of the plan passed.
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
  unsigned runs = 0;  // timed runs; fewer than requested if the time limit was reached
  // The execution times of kernels, from profiling events. The sum over the launches of each run and the
  // fills before them.
  measure::Spread device_ns;
  measure::Spread span_ns;  // from the start of the first kernel to the end of the last, including gaps
  measure::Spread gap_ns;   // the part of the span in which no kernel ran: the gaps between launches
  measure::Spread
      host_ns;  // round trip: from the first enqueue until the host sees the last command complete
  std::vector<LaunchTiming> launches;
};

struct RunReport {
  enum class Status : std::uint8_t {
    passed,
    failed,     // wrong result: see `reason`; no timing
    unchecked,  // the plan has no expectation
    cancelled,
  };
  Status status = Status::unchecked;
  std::string reason;  // a sentence; empty if the plan passed
  CheckResult check;
  std::optional<Timing> timing;                   // if passed or unchecked
  LargeBytes result;                              // the expectation's result buffer after the last run
  std::string build_log;                          // warnings of the driver, with the kernel file's name
  std::string note;                               // the driver defect that had to be worked around
  std::vector<std::vector<std::byte>> buffers{};  // contents after the last run, if requested
};

class OpenDevice;

// Runs plans one after another in one context, in which each program is built once. After a failure of the
// device, the next plan gets a new context.
class PlanRunner {
 public:
  explicit PlanRunner(const measure::Device& device);
  ~PlanRunner();
  PlanRunner(const PlanRunner&) = delete;
  PlanRunner& operator=(const PlanRunner&) = delete;

  // Runs a plan. With Keep::buffers, the report contains the contents of all buffers.
  enum class Keep : std::uint8_t { result, buffers };
  Result<RunReport> run(const Plan& plan, const measure::RunOptions& options = {}, Keep keep = Keep::result);

 private:
  measure::Device device_;
  std::unique_ptr<OpenDevice> open_;  // null before the first run, and after a failure
};

// Runs one plan in its own context.
Result<RunReport> run_plan(const measure::Device& device, const Plan& plan,
                           const measure::RunOptions& options = {},
                           PlanRunner::Keep keep = PlanRunner::Keep::result);

// Checks whether the device can be opened.
Result<void> try_device(const measure::Device& device);

// Measures the bytes read and written per nanosecond (= GB/s) in a large copy between two buffers of
// the device.
Result<double> measure_copy_gbps(const measure::Device& device);

}  // namespace lockstep::opencl
