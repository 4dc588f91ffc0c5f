#include "core/opencl/registers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>

#include "core/base/text/text.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "core/opencl/open_device.hpp"

namespace lockstep::opencl {
namespace {

constexpr cl_device_info registers_per_block_nv = 0x4002;
constexpr std::uint64_t kPiece = 8;

std::uint64_t registers_of(const measure::Device& device) {
  cl_uint registers = 0;
  const auto handle = static_cast<cl_device_id>(device.device_handle);
  const cl_int asked = clGetDeviceInfo(handle, registers_per_block_nv, sizeof registers, &registers, nullptr);
  return asked == CL_SUCCESS ? registers : 0;
}

// A driver that finds the program in its cache reports nothing. Therefore each of these options is different.
std::string fresh_option(std::string_view register_option) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return fmt::format("{} -D LOCKSTEP_BUILT_AT={}", register_option, now);
}

}  // namespace

std::uint64_t registers_in_log(std::string_view log, std::string_view kernel) {
  const std::size_t entry = log.find(fmt::format("'{}'", kernel));
  if (entry == log.npos) return 0;
  constexpr std::string_view used = "Used ";
  const std::size_t at = log.find(used, entry);
  const std::size_t next_entry = log.find("Compiling entry function", entry);
  if (at == log.npos || at > next_entry) return 0;
  std::uint64_t registers = 0;
  const std::string_view number = log.substr(at + used.size());
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), registers);
  const bool counts_registers =
      std::string_view(end, number.data() + number.size()).starts_with(" registers");
  return error == std::errc() && counts_registers ? registers : 0;
}

std::uint64_t registers_of_group(std::uint64_t per_item, std::uint64_t group_items,
                                 std::uint64_t warp_width) {
  const std::uint64_t warp = std::max<std::uint64_t>(warp_width, 1);
  return (per_item + kPiece - 1) / kPiece * kPiece * ((group_items + warp - 1) / warp * warp);
}

std::optional<RegisterNeed> registers_needed(const measure::Device& device, OpenDevice& open,
                                             const PlanProgram& program, const PlanLaunch& launch) {
  const std::string_view option = register_option(device.platform);
  const std::uint64_t available = option.empty() ? 0 : registers_of(device);
  if (available == 0) return std::nullopt;
  try {
    const auto built = open.program(program, fresh_option(option));
    const std::uint64_t per_item = built ? registers_in_log(built->log, launch.kernel) : 0;
    const std::uint64_t per_group =
        registers_of_group(per_item, launch.range.group_items(), device.warp_width);
    if (per_group <= available) return std::nullopt;  // registers are not the reason
    return RegisterNeed{per_item, per_group, available};
  } catch (const cl::Error&) {
    return std::nullopt;
  }
}

std::string does_not_fit_text(const measure::Device& device, const PlanLaunch& launch,
                              const std::optional<RegisterNeed>& need) {
  const std::string group = fmt::format("A work-group of {}", count_text(launch.range.group_items()));
  constexpr std::string_view instead = "choose a smaller one, or for a tuned kernel fewer vectors in flight.";
  if (!need)
    return fmt::format("{} does not fit: {} needs more registers or local memory than {} has for one; {}",
                       group, launch.kernel, device.name, instead);
  return fmt::format(
      "{} does not fit: {} needs {} registers ({} for each work-item), and {} has {} for one; {}", group,
      launch.kernel, count_text(need->per_group), need->per_item, device.name, count_text(need->available),
      instead);
}

}  // namespace lockstep::opencl
