// Measures a host implementation in the same way as a kernel on an OpenCL device: repeatedly, on the plan's
// input, with every result checked. A time is reported only if all results are right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/benchmark_data/repetitions.hpp"
#include "core/check/check.hpp"
#include "core/host_implementations/implementations.hpp"

namespace lockstep::host {

struct HostReport {
  enum class Status : std::uint8_t { passed, failed, cancelled };
  Status status = Status::cancelled;
  std::string reason;  // a sentence; empty if the run passed
  CheckResult check;
  unsigned runs = 0;        // timed runs
  measure::Spread time_ns;  // valid if the run passed
};

// Makes a plan with the input, the result and the expectation, but without programs or launches.
// request.input is filled as for a kernel. The usage errors are those of make_plan(): n = 0, an unsupported
// type, an exclusive reduction.
Result<Plan> make_host_plan(const Implementation& implementation, const PlanRequest& request,
                            unsigned threads);

// Runs an implementation; `threads` 0 means all cores. An implementation that is not available is a usage
// error with the sentence that says what to install.
Result<HostReport> run_implementation(const Implementation& implementation, const PlanRequest& request,
                                      unsigned threads, const measure::RunOptions& options = {});

// Checks that the implementation supports the request and that this machine has enough memory.
// run_implementation() calls this first.
Result<void> check_fit(const Implementation& implementation, const PlanRequest& request,
                       unsigned threads = 0);

// Returns the peak memory of a run of this plan.
std::uint64_t needed_bytes(const Plan& plan);

}  // namespace lockstep::host
