// From a request for a row to the plan that a device runs for it.
#pragma once

#include <optional>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::bench {

struct RequestPlan {
  Plan plan;
  std::optional<Tuning> tuning;  // of a tunable algorithm: what was used
  std::string kernel_hash;       // of the algorithm's text
  std::string options;           // of a pattern
};

// Hazards that may hang a device or access other memory run only in the simulator; an edited text of a hazard
// counts as the hazard.
Result<void> check_danger(const Algorithm& algorithm);

// With this device's limits and tuning. The request is one of an algorithm.
Result<RequestPlan> make_request_plan(const measure::Device& device, const measure::BenchRequest& request);

// Whether the device and this machine have room for a request of the benchmark.

// A usage error that says what is too small, found without building or allocating anything. Host
// implementations need no device.
Result<void> check_fit(const measure::Device* device, const measure::BenchRequest& request);

}  // namespace lockstep::bench
