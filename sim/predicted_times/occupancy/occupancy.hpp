// Computes how many work-groups a multiprocessor holds at the same time, and which of its resources limits
// this number. The rules are those of NVIDIA's occupancy calculator (CUDA_Occupancy_Calculator.xls;
// cuda_occupancy.h of the CUDA Toolkit), with the limits of the device model. Two effects are not modelled.
// Some devices reduce the shared memory of a multiprocessor because the rest is L1 cache (by default, the
// driver provides the memory that the groups need). On cc1.x, the kernel arguments are also in shared memory,
// so their size must be added to `local_bytes`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

struct OccupancyRequest {
  std::uint64_t group_size = 256;  // work-items
  std::uint64_t local_bytes = 0;   // per group
  unsigned registers_per_work_item = 0;
};

enum class Resource : std::uint8_t { warps, groups, registers, local_memory };
inline constexpr std::size_t kResources = 4;
std::string_view name(Resource resource);  // "warps", "work-groups", "registers", "local memory"

struct Occupancy {
  unsigned groups = 0, warps = 0;  // at the same time on one multiprocessor
  unsigned max_warps = 1;          // maximum of the multiprocessor
  // The allocation of one group, rounded up to the units of allocation.
  unsigned warps_of_group = 0;
  std::uint64_t registers_of_group = 0, local_bytes_of_group = 0;
  // For each Resource, the number of groups for which it suffices. Absent: the kernel does not use
  // the resource.
  std::array<std::optional<unsigned>, kResources> suffices_for;

  double share() const { return static_cast<double>(warps) / max_warps; }  // of max_warps, 0 to 1
  // Returns whether a resource limits the number of groups. Several resources may be limiting at the
  // same time.
  bool decides(Resource resource) const { return suffices_for[static_cast<std::size_t>(resource)] == groups; }
  std::string deciding_text() const;  // "registers", "warps and local memory"
};

// Computes the occupancy. A usage error states which limit a group exceeds, or that the limits of the model
// are not known.
Result<Occupancy> occupancy_of(const DeviceModel& model, const OccupancyRequest& request);

}  // namespace lockstep::sim
