#include "sim/predicted_times/occupancy/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/text/text.hpp"

namespace lockstep::sim {
namespace {

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

// The resources of a multiprocessor that a group takes.
struct Allocation {
  std::uint64_t warps = 0;              // of its work-items
  std::uint64_t warp_slots = 0;         // taken by the group
  std::uint64_t registers_of_warp = 0;  // 0 on devices that allocate for the whole group
  std::uint64_t registers = 0;
  std::uint64_t local_bytes = 0;
};

std::uint64_t register_unit(const OccupancyLimits& limits, unsigned registers) {
  const bool is_double = std::ranges::find(limits.double_unit, registers) != limits.double_unit.end();
  return std::uint64_t{limits.register_unit} * (is_double ? 2 : 1);
}

Allocation allocation_of(const DeviceModel& model, const OccupancyRequest& request) {
  const OccupancyLimits& limits = *model.occupancy;
  Allocation group;
  group.warps = rounded_up(request.group_size, model.warp_width) / model.warp_width;
  group.warp_slots = rounded_up(group.warps, limits.warp_unit);
  const std::uint64_t registers = std::uint64_t{request.registers_per_work_item} * model.warp_width;
  const std::uint64_t unit = register_unit(limits, request.registers_per_work_item);
  if (limits.registers_by_group) {
    group.registers = rounded_up(registers * group.warp_slots, unit);
  } else {
    group.registers_of_warp = rounded_up(registers, unit);
    group.registers = group.registers_of_warp * group.warp_slots;
  }
  group.local_bytes = rounded_up(request.local_bytes + limits.reserved_local_bytes, limits.local_unit);
  return group;
}

// Returns the number of registers that the device checks. It checks them as if a group took the same number
// of registers from each part of the register file (cuda_occupancy.h).
std::uint64_t checked_registers(const OccupancyLimits& limits, const Allocation& group) {
  if (limits.registers_by_group) return group.registers;
  return group.registers_of_warp * rounded_up(group.warp_slots, limits.partitions);
}

// Returns why no group fits; "" if a group fits.
std::string refusal(const DeviceModel& model, const OccupancyRequest& request, const Allocation& group) {
  const OccupancyLimits& limits = *model.occupancy;
  if (request.group_size == 0) return "a work-group must have at least one work-item";
  if (request.group_size > model.max_group_size)
    return fmt::format("a work-group of {} work-items is too large: {} allows {}",
                       count_text(request.group_size), model.name, count_text(model.max_group_size));
  if (request.registers_per_work_item > limits.registers_of_work_item)
    return fmt::format("{} registers are too many for one work-item: {} allows {}",
                       request.registers_per_work_item, model.name, limits.registers_of_work_item);
  if (checked_registers(limits, group) > limits.registers_of_group)
    return fmt::format(
        "a work-group of {} work-items with {} registers each takes {} registers: {} has {} for one group",
        count_text(request.group_size), request.registers_per_work_item,
        count_text(checked_registers(limits, group)), model.name, count_text(limits.registers_of_group));
  if (request.local_bytes > limits.local_bytes_of_group)
    return fmt::format("{} of local memory are too much for one work-group: {} allows {}",
                       bytes_text(request.local_bytes), model.name, bytes_text(limits.local_bytes_of_group));
  return "";
}

// Returns the number of groups for which the registers suffice. The registers of a warp are in one part of
// the register file, so each part holds whole warps.
unsigned groups_by_registers(const OccupancyLimits& limits, const Allocation& group) {
  if (limits.registers_by_group) return static_cast<unsigned>(limits.registers / group.registers);
  const std::uint64_t warps_of_part = limits.registers / limits.partitions / group.registers_of_warp;
  return static_cast<unsigned>(warps_of_part * limits.partitions / group.warp_slots);
}

}  // namespace

std::string_view name(Resource resource) {
  constexpr std::string_view names[kResources] = {"warps", "work-groups", "registers", "local memory"};
  return names[static_cast<std::size_t>(resource)];
}

std::string Occupancy::deciding_text() const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kResources; ++i)
    if (decides(static_cast<Resource>(i))) names.push_back(name(static_cast<Resource>(i)));
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
  return text;
}

Result<Occupancy> occupancy_of(const DeviceModel& model, const OccupancyRequest& request) {
  if (!model.occupancy)
    return usage_error(
        fmt::format("the number of work-groups per compute unit of {} is not known: choose a model of NVIDIA "
                    "(cc1.0 to cc12.0)",
                    model.name));
  const OccupancyLimits& limits = *model.occupancy;
  const Allocation group = allocation_of(model, request);
  if (std::string reason = refusal(model, request, group); !reason.empty())
    return usage_error(std::move(reason));

  Occupancy occupancy;
  const auto suffices_for = [&](Resource resource, std::uint64_t groups) {
    occupancy.suffices_for[static_cast<std::size_t>(resource)] = static_cast<unsigned>(groups);
  };
  suffices_for(Resource::warps, limits.warps / group.warp_slots);
  suffices_for(Resource::groups, limits.groups);
  if (group.registers != 0) suffices_for(Resource::registers, groups_by_registers(limits, group));
  if (group.local_bytes != 0) suffices_for(Resource::local_memory, limits.local_bytes / group.local_bytes);
  occupancy.groups = limits.groups;
  for (const std::optional<unsigned>& groups : occupancy.suffices_for)
    occupancy.groups = std::min(occupancy.groups, groups.value_or(occupancy.groups));
  occupancy.warps = occupancy.groups * static_cast<unsigned>(group.warps);
  occupancy.max_warps = limits.warps;
  occupancy.warps_of_group = static_cast<unsigned>(group.warps);
  occupancy.registers_of_group = group.registers;
  occupancy.local_bytes_of_group = group.local_bytes;
  return occupancy;
}

}  // namespace lockstep::sim
