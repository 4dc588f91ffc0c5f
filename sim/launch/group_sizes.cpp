#include "sim/launch/group_sizes.hpp"

#include <algorithm>

#include "sim/machine/launch/launch_checks.hpp"

namespace lockstep::sim {
std::array<std::uint64_t, 3> chosen_group_size(const std::array<std::uint64_t, 3>& global_size,
                                               unsigned dimensions, const Kernel& kernel,
                                               const DeviceModel& model) {
  std::array<std::uint64_t, 3> local{1, 1, 1};
  if (kernel.required_group_size[0] != 0) {
    std::ranges::copy(kernel.required_group_size, local.begin());
    return local;
  }
  constexpr std::uint64_t kMaxItems = 256, kMaxInARow = 32;
  std::uint64_t left = std::min<std::uint64_t>(kMaxItems, model.max_group_size);
  for (unsigned d = 0; d < dimensions; ++d) {
    const std::uint64_t most = dimensions > 1 && d == 0 ? std::min(left, kMaxInARow) : left;
    local[d] = largest_divisor(global_size[d], most);
    left /= local[d];
  }
  return local;
}

}  // namespace lockstep::sim
