// Makes the plan that a device runs for the request of a row.
#pragma once

#include <optional>

#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::bench {

struct RequestPlan {
  Plan plan;
  std::optional<Tuning> tuning;  // of a tunable algorithm: the tuning that is used
  std::string kernel_hash;       // of the algorithm's text
  std::string options;           // of a pattern
};

// Hazards that may hang a device or access other memory run only in the simulator; an edited text of a hazard
// is treated as the hazard.
Result<void> check_danger(const Algorithm& algorithm);

// Uses the limits and tuning of this device. The request must be for an algorithm.
Result<RequestPlan> make_request_plan(const measure::Device& device, const measure::BenchRequest& request);

// Whether the device and this machine have enough memory for a request of the benchmark.

// The usage error says what is too small; it is found without building or allocating anything. Host
// implementations need no device.
Result<void> check_fit(const measure::Device* device, const measure::BenchRequest& request);

}  // namespace lockstep::bench
