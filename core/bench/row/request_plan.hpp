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

// Returns a usage error for a hazard that may hang a device or access other memory, because it runs only in
// the simulator. An edited text of a hazard is treated as the hazard.
Result<void> check_danger(const Algorithm& algorithm);

// Makes the plan with the limits and tuning of this device. The request must be for an algorithm.
Result<RequestPlan> make_request_plan(const measure::Device& device, const measure::BenchRequest& request);

// Whether the device and this machine have enough memory for a request of the benchmark.

// Returns a usage error that says what is too small, without building or allocating anything. `device` may be
// null for host implementations.
Result<void> check_fit(const measure::Device* device, const measure::BenchRequest& request);

}  // namespace lockstep::bench
