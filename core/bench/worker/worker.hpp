// Runs drivers in a separate process, this program as `lockstep bench-worker`: a driver that hangs, crashes
// or never returns from a kernel affects only that process and not the window. Both processes use the same
// measuring code. They exchange lines of JSON:
//
// clang-format off
//   request                                                answer, after any number of {"progress": …}
//   {"job": 1, "do": "devices"}                            {"job": 1, "devices": […]}
//   {"job": 2, "do": "copy", "device": …}                  {"job": 2, "copy_gbps": 25.5}
//   {"job": 3, "do": "row", "device": …, "request": …,
//    "repetitions": 20, "threads": 0}                      {"job": 3, "row": …}
//   {"job": 4, "do": "plan", "device": …, "plan": …,
//    "repetitions": 20, "force": true}                     {"job": 4, "ran": …}, or {"job": 4, "danger": "…"}
//   {"job": 3, "do": "stop"}                               the answer to 3, as soon as possible
// clang-format on
//
// or {"job", "error", "usage", "lost"}. The process ends when its input ends. messages.hpp
// defines the fields.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep {
class Child;
}  // namespace lockstep

namespace lockstep::bench {

struct WorkerOptions {
  std::vector<std::string> program;    // with its arguments
  std::vector<std::string> variables;  // "NAME=value", added to this program's environment
  // If the driver does not answer within `timeout`, its process is ended. Building may take `build_factor`
  // times as long, and a run of n elements may take an additional n times 100 ns.
  std::chrono::milliseconds timeout{30'000};
  unsigned build_factor = 20;
  std::string to_wait_longer{};  // the option for `timeout`, for the message about a silent driver
};

// Returns the command that starts this program as a worker; {} if the program's file is unknown.
std::vector<std::string> own_worker();

// A connection to the worker process. Not thread-safe.
class Worker {
 public:
  explicit Worker(WorkerOptions options);
  ~Worker();  // ends the process
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Each of these functions starts the process if it is not running. A stop request ends the call within half
  // a second.
  Result<void> start();
  Result<std::vector<measure::Device>> devices(std::stop_token stop = {});
  Result<double> copy_gbps(const measure::Device& device, std::stop_token stop = {});
  // `device` is null for a host implementation.
  measure::BenchRow row(const measure::Device* device, const measure::BenchRequest& request, unsigned threads,
                        const measure::RunOptions& options);
  // Runs the launches of any plan, and returns the final contents of each buffer. A plan that the check in
  // the simulator found dangerous does not run unless `force` is set.
  struct PlanAnswer {
    opencl::RunReport report;
    std::string danger;  // a sentence; empty if the plan ran
  };
  Result<PlanAnswer> plan(const measure::Device& device, const Plan& plan, bool force,
                          const measure::RunOptions& options);
  // To be called before a new benchmark, which may find a device that was lost in the previous one.
  void forget_losses() { losses_ = 0; }

 private:
  struct Reply;
  struct Question;
  class Conversation;
  Reply ask(Question question);

  WorkerOptions options_;
  std::unique_ptr<Child> child_;
  std::uint64_t job_ = 0;
  unsigned losses_ = 0;  // consecutive rows that found no device
};

// Lists the devices. This is done in the worker if it can be started, because a driver may crash or hang when
// it is loaded; otherwise in this process. `worker` may be null.
Result<std::vector<measure::Device>> devices_by(Worker* worker, std::stop_token stop = {});

}  // namespace lockstep::bench
