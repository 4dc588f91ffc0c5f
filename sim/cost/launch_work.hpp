// What each launch of a plan has to do on a device model, as the counters of a run say, and what the same
// kernels would have to do for a larger n.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::sim {

// Sums over the warps of one launch, or of several.
struct LaunchWork {
  std::string kernel;
  double work_groups = 0, warps = 0;
  double instructions = 0;   // as operations.hpp counts them
  double divisions = 0;      // of them, integers by a variable
  double idle_accesses = 0;  // of local memory, issued for no lane
  double branches = 0, divergent_branches = 0;
  double barriers = 0;
  double local_requests = 0, local_passes = 0, local_conflicts = 0;
  double requests = 0, transactions = 0, bytes = 0;  // of global memory
  double touched_bytes = 0, memory_waits = 0;        // memory_waits.hpp

  LaunchWork& operator+=(const LaunchWork& other);
  LaunchWork scaled(double factor) const;
};

// Runs the plan: findings are not looked for. One entry a launch.
Result<std::vector<LaunchWork>> count_work(const Plan& plan, const DeviceModel& model);

// For `plan`, which is the same algorithm's for a larger n with the same work-groups: its k-th largest launch
// of a kernel does `growth` times what the k-th largest of the counted plan did; what is a single work-group
// in both does the same. Where it has more launches of a kernel, those do what the smallest counted one did,
// for as many work-groups as they are.
std::vector<LaunchWork> scale_work(const Plan& counted, const std::vector<LaunchWork>& work, const Plan& plan,
                                   double growth);

LaunchWork sum_of(const std::vector<LaunchWork>& launches);

}  // namespace lockstep::sim
