#include "sim/machine/launch/launch_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/plan/sizes_text.hpp"

namespace lockstep::sim {
namespace {

std::string kernel_names(const Program& program) {
  std::vector<std::string> names;
  for (const Kernel& kernel : program.kernels) names.push_back(kernel.name);
  return names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "));
}

}  // namespace

std::uint64_t largest_divisor(std::uint64_t size, std::uint64_t most) {
  for (std::uint64_t divisor = std::min(size, most); divisor > 1; --divisor)
    if (size % divisor == 0) return divisor;
  return 1;
}

Result<const Kernel*> find_kernel(const Program& program, const PlanProgram& source,
                                  const std::string& name) {
  const auto found = std::ranges::find(program.kernels, name, &Kernel::name);
  if (found != program.kernels.end()) return &*found;
  return failure(
      fmt::format("there is no kernel {} in {}; {}", name, source.source.path, kernel_names(program)));
}

Result<void> check_range(const NdRange& range, const Kernel& kernel, const DeviceModel& model,
                         bool takes_partial_groups) {
  std::uint64_t items = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    if (range.local_size[d] == 0) return usage_error("the work-group size is 0; it must be at least 1");
    if (range.global_size[d] == 0) return usage_error("the global size is 0; it must be at least 1");
    items =
        range.local_size[d] > model.max_group_size ? model.max_group_size + 1 : items * range.local_size[d];
    if (items > model.max_group_size) {
      return usage_error(
          fmt::format("a work-group of {} work-items is too large for {}, which takes up to {}",
                      sizes_text(range.local_size, 3, "x"), model.name, model.max_group_size));
    }
  }
  for (std::size_t d = 0; d < 3; ++d) {
    if (takes_partial_groups || range.is_uniform(static_cast<unsigned>(d))) continue;
    return usage_error(fmt::format(
        "the global size {} is not a multiple of the work-group size {}; a work-group size of {} divides it",
        range.global_size[d], range.local_size[d],
        largest_divisor(range.global_size[d],
                        std::min<std::uint64_t>(range.local_size[d], model.max_group_size))));
  }
  const std::array<std::uint64_t, 3> required{kernel.required_group_size[0], kernel.required_group_size[1],
                                              kernel.required_group_size[2]};
  if (required[0] != 0 && required != range.local_size) {
    return failure(
        fmt::format("kernel {} requires work-groups of {} (reqd_work_group_size), but the launch requests {}",
                    kernel.name, sizes_text(required, 3, "x"), sizes_text(range.local_size, 3, "x")));
  }
  constexpr std::uint64_t kMaxGroups = 0xFFFFFFFEu;
  std::uint64_t groups = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (range.num_groups(d) > kMaxGroups / groups) {
      return usage_error(fmt::format("{} work-items in groups of {} are too many work-groups",
                                     sizes_text(range.global_size, 3, "x"),
                                     sizes_text(range.local_size, 3, "x")));
    }
    groups *= range.num_groups(d);
  }
  return {};
}

Result<void> check_memory(const Setup& setup, const BoundLaunch& launch) {
  if (launch.local_bytes > setup.model.local_bytes) {
    return failure(fmt::format("kernel {} needs {} bytes of local memory for a work-group, but {} has {}",
                               launch.kernel->name, launch.local_bytes, setup.model.name,
                               setup.model.local_bytes));
  }
  const std::uint64_t lanes = std::uint64_t{launch.warp_count} * setup.width();
  const std::uint64_t lane_bytes =
      8 * std::uint64_t{launch.program->register_count} + 2 * std::uint64_t{launch.program->private_bytes};
  if (lane_bytes * lanes > setup.options.memory_limit_bytes) {
    return failure(
        fmt::format("kernel {} needs {} bytes of private memory for each work-item, too many for a "
                    "work-group of {}; use smaller arrays or a smaller work-group",
                    launch.kernel->name, launch.program->private_bytes, launch.group_items));
  }
  return {};
}

}  // namespace lockstep::sim
