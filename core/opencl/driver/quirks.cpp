#include "core/opencl/driver/quirks.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>

#include "core/base/environment.hpp"
#include "core/base/machine_facts.hpp"
#include "core/opencl/driver/topology.hpp"

namespace lockstep::opencl {
namespace {

// PoCL: on some processors, releases up to 5.0 incorrectly compile a branch on the local id inside a loop
// with a barrier (reduce/divergent). For 2^24 ints with L = 256, PoCL 3.1 on two cores takes 66 ms by
// default, 34 ms with workitemrepl and 1.2 s with -cl-opt-disable, so the latter is only the second choice.
// The disadvantage is the build time: 1 s by default; with workitemrepl 1 s for L = 64, 4 s for 256, 27 s for
// 1024 (PoCL caches its builds on disk).
//
// NVIDIA, fills (driver 580.159, H100): a fill with a pattern of one byte faults at offsets of 2 GiB and
// above, does not return for 2 GiB at a time, and succeeds without effect for 4 GiB at a time; with a pattern
// of 4 bytes it does not return for 8 GiB at a time. Ids: the last of 2^32 work-items has the id -1 as a
// size_t; the last of 2^32 + 4096 has the id 4095.
//
// NVIDIA: driver 580 on an H200 reports a limit of 256 for every kernel, with or without
// reqd_work_group_size; work-groups of 1024 run correctly. The same driver does not report acquire-release at
// device scope; scan/look-back and reduce/tuned rely on it, and all their runs were correct.
constexpr std::array quirk_table{
    Quirk{
        .platform = "Portable Computing Language",
        .what = "kernels that branch on the local id inside a loop with a barrier may compute wrong results",
        .why = "the default way to form work-group loops (\"loopvec\") splits such loops wrongly",
        .remedy =
            "the kernel is copied for each work-item, which takes long to build above 256 work-items; if a "
            "result is still wrong, the kernel is built again without optimisation",
        .environment_name = "POCL_WORK_GROUP_METHOD",
        .environment_value = "workitemrepl",
        .fallback_option = "-cl-opt-disable",
        .builds_at_launch = true,
    },
    Quirk{
        .platform = "Portable Computing Language",
        .what = "a kernel of a few milliseconds may run on one processor although others are idle",
        .why = "the system may wake two of the driver's threads on the same processor",
        .remedy = "each thread is pinned to its own processor",
        .environment_name = "POCL_AFFINITY",
        .environment_value = "1",
        .fallback_option = "",
        .needs_all_processors = true,
    },
    Quirk{
        .platform = "NVIDIA CUDA",
        .what = "the driver reports a limit of 256 work-items for every kernel, although work-groups up to "
                "the device's limit run",
        .why = "the driver reports the same limit for every kernel",
        .remedy =
            "only the device's limit is checked before a launch; if a launch is refused, the kernel is built "
            "again with a report of its registers",
        .environment_name = "",
        .environment_value = "",
        .fallback_option = "",
        .kernel_limit_too_low = true,
        .register_option = "-cl-nv-verbose",
    },
    Quirk{
        .platform = "NVIDIA CUDA",
        .what =
            "the driver reports that atomics order memory only within a work-group, although atomics that "
            "order memory for the whole device build and work",
        .why = "the driver does not report this optional part of OpenCL 3.0",
        .remedy = "kernels that need them are built with -cl-std=CL3.0",
        .environment_name = "",
        .environment_value = "",
        .fallback_option = "",
        .atomics_not_told = "CL3.0",
    },
    Quirk{
        .platform = "NVIDIA CUDA",
        .what =
            "a fill with a pattern of one byte at an offset of 2 GiB or more writes to other memory, and a "
            "fill of 2,147,483,648 patterns never ends",
        .why = "the driver computes offsets and counts in 32 bits",
        .remedy = "every pattern is extended to 128 bytes",
        .environment_name = "",
        .environment_value = "",
        .fallback_option = "",
    },
    Quirk{
        .platform = "NVIDIA CUDA",
        .what = "get_global_id and get_global_size are wrong from 2,147,483,648 on",
        .why = "they are computed in signed 32-bit arithmetic",
        .remedy = "a launch with more work-items than that in one dimension is refused",
        .environment_name = "",
        .environment_value = "",
        .fallback_option = "",
        .max_items = std::uint64_t{1} << 31,
    },
};

// What prepare_environment() did, one entry for each quirk. A variable that already had our value counts as
// set by us.
enum class Setting : std::uint8_t { none, ours, the_users };
std::array<Setting, quirk_table.size()> settings{};

std::string setting_text(const Quirk& quirk, Setting setting) {
  if (setting == Setting::ours)
    return fmt::format(" ({}={} is set)", quirk.environment_name, quirk.environment_value);
  if (setting == Setting::the_users) return fmt::format(" (your own {} is kept)", quirk.environment_name);
  return "";
}

}  // namespace

std::span<const Quirk> quirks() { return quirk_table; }

void prepare_environment() {
  describe_machine_without_sysfs();
  for (std::size_t i = 0; i < quirk_table.size(); ++i) {
    const std::string name(quirk_table[i].environment_name);
    const std::string value(quirk_table[i].environment_value);
    if (name.empty()) continue;
    if (const char* there = std::getenv(name.c_str()))
      settings[i] = there == value ? Setting::ours : Setting::the_users;
    else if (quirk_table[i].needs_all_processors && !may_use_all_processors())
      settings[i] = Setting::none;
    else if (set_environment_variable(name, value))
      settings[i] = Setting::ours;
  }
}

std::vector<std::string> quirk_notes(std::string_view platform_name) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < quirk_table.size(); ++i) {
    const Quirk& quirk = quirk_table[i];
    if (!platform_name.starts_with(quirk.platform)) continue;
    const bool is_left_out = !quirk.environment_name.empty() && settings[i] == Setting::none;
    if (is_left_out) continue;
    notes.push_back(fmt::format("{}: {}. Remedy: {}{}.", quirk.what, quirk.why, quirk.remedy,
                                setting_text(quirk, settings[i])));
  }
  return notes;
}

bool kernel_limit_holds(std::string_view platform_name) {
  for (const Quirk& quirk : quirk_table)
    if (quirk.kernel_limit_too_low && platform_name.starts_with(quirk.platform)) return false;
  return true;
}

bool builds_at_launch(std::string_view platform_name) {
  for (const Quirk& quirk : quirk_table)
    if (quirk.builds_at_launch && platform_name.starts_with(quirk.platform)) return true;
  return false;
}

std::uint64_t max_items(std::string_view platform_name) {
  for (const Quirk& quirk : quirk_table)
    if (quirk.max_items != 0 && platform_name.starts_with(quirk.platform)) return quirk.max_items;
  return UINT64_MAX;
}

std::string_view register_option(std::string_view platform_name) {
  for (const Quirk& quirk : quirk_table)
    if (!quirk.register_option.empty() && platform_name.starts_with(quirk.platform))
      return quirk.register_option;
  return {};
}

std::string_view atomics_not_told(std::string_view platform_name) {
  for (const Quirk& quirk : quirk_table)
    if (!quirk.atomics_not_told.empty() && platform_name.starts_with(quirk.platform))
      return quirk.atomics_not_told;
  return {};
}

std::string_view fallback_option(std::string_view platform_name) {
  for (const Quirk& quirk : quirk_table)
    if (platform_name.starts_with(quirk.platform)) return quirk.fallback_option;
  return {};
}

}  // namespace lockstep::opencl
