// Determines the work of each launch of a plan on a device model from the counters of a run, and estimates
// the work of the same kernels for a larger n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::sim {

// Sums over the warps of one launch, or of several.
struct LaunchWork {
  std::string kernel;
  double work_groups = 0, warps = 0;
  double instructions = 0;  // counted as in operations.hpp
  // The integer divisions and multiplications by a variable among them.
  double divisions = 0, multiplications = 0;
  // The longest chain of instructions of each work-group (longest_chain.hpp), and the divisions and
  // multiplications in this chain.
  double chain = 0, chain_divisions = 0, chain_multiplications = 0;
  double idle_accesses = 0;  // to local memory, issued without active lanes
  double branches = 0, divergent_branches = 0;
  double barriers = 0;
  double local_requests = 0, local_passes = 0, local_conflicts = 0;
  double constant_conflicts = 0;                     // passes of constant memory beyond one per request
  double requests = 0, transactions = 0, bytes = 0;  // of global memory
  double touched_bytes = 0, cached_bytes = 0;        // memory_waits.hpp
  double memory_waits = 0, cached_waits = 0;         // likewise

  LaunchWork& operator+=(const LaunchWork& other);
  LaunchWork scaled(double factor) const;
};

// Counts plans one after another, without a search for findings. The results have one entry per launch.
//
// If work-groups are alike, only one of them is executed (sim/equal_groups), which requires no data. If data
// decide what is executed, the whole plan is run. Both methods give the same counts. A run that is stopped,
// or that does not end, gives an Error.
class WorkCounter {
 public:
  Result<std::vector<LaunchWork>> count(const Plan& plan, const DeviceModel& model,
                                        const std::stop_token& stop = {});
  // Count with one of the two methods. count_by_classes() returns nothing if data decide what is executed, or
  // if few work-groups are alike.
  Result<std::optional<std::vector<LaunchWork>>> count_by_classes(const Plan& plan, const DeviceModel& model,
                                                                  const std::stop_token& stop = {});
  Result<std::vector<LaunchWork>> count_all(const Plan& plan, const DeviceModel& model,
                                            const std::stop_token& stop = {});
  std::uint64_t executed() const { return executed_; }  // warp instructions of the last count_all()

 private:
  std::optional<std::vector<LaunchWork>> count_by_classes(const Machine& machine, const Plan& plan,
                                                          const std::stop_token& stop);
  std::vector<std::byte> take_memory(std::uint64_t bytes);

  Result<std::vector<LaunchWork>> count_all(const Machine& machine, const Plan& plan,
                                            const std::stop_token& stop);
  std::uint64_t executed_ = 0;
  std::vector<std::vector<std::byte>> memory_;  // blocks of the last plan's buffers, with any contents
};

// Counts the work of a single plan.
Result<std::vector<LaunchWork>> count_work(const Plan& plan, const DeviceModel& model,
                                           const std::stop_token& stop = {});

// Estimates the work of `plan`, a plan of the same algorithm for a larger n with work-groups of the same
// size. The k-th largest launch of a kernel performs `growth` times the work of the k-th largest counted
// launch; a launch that is a single work-group in both plans performs the same work in both. Additional
// launches of a kernel perform the work of the smallest counted launch, in proportion to their work-groups.
std::vector<LaunchWork> scale_work(const Plan& counted, const std::vector<LaunchWork>& work, const Plan& plan,
                                   double growth);

LaunchWork sum_of(const std::vector<LaunchWork>& launches);

}  // namespace lockstep::sim
