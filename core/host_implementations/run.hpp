// Measures a host implementation as an OpenCL device measures a kernel: on the plan's own input, repeatedly,
// with every result checked, and a time only if all results are right.
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
  std::string reason;  // a sentence unless passed
  CheckResult check;
  unsigned runs = 0;        // timed
  measure::Spread time_ns;  // passed
};

// Input, result and what to expect, without programs or launches: request.input is filled as for a kernel.
// Usage errors as make_plan() gives them: n = 0, a type that it does not take, a reduction that is exclusive.
Result<Plan> make_host_plan(const Implementation& implementation, const PlanRequest& request,
                            unsigned threads);

// `threads` 0: all cores. An implementation that is not available is a usage error with the sentence that
// says what to install.
Result<HostReport> run_implementation(const Implementation& implementation, const PlanRequest& request,
                                      unsigned threads, const measure::RunOptions& options = {});

// Whether it takes the request, and this machine has room for it: run_implementation() checks this first.
Result<void> check_fit(const Implementation& implementation, const PlanRequest& request,
                       unsigned threads = 0);

// The memory that a run of this plan uses at the same time.
std::uint64_t needed_bytes(const Plan& plan);

}  // namespace lockstep::host
