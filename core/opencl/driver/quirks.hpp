// Known defects of OpenCL implementations and the remedy for each, in one table. The check after every run
// catches others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::opencl {

struct Quirk {
  std::string_view platform;  // as CL_PLATFORM_NAME begins
  std::string_view what;      // goes wrong
  std::string_view why;
  std::string_view remedy;  // in words
  // Set before the first platform call unless the user has set it; empty: none.
  std::string_view environment_name;
  std::string_view environment_value;
  // Added to the build options for a second try when a result was wrong; empty: none.
  std::string_view fallback_option;
  // CL_KERNEL_WORK_GROUP_SIZE is lower than what the kernel can do: only the device's limit and the launch
  // itself count.
  bool kernel_limit_too_low = false;
  // CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES omits what kernels built for this language version have: C11 atomics
  // that order memory for the whole device; empty: it is correct.
  std::string_view atomics_not_told = "";
  // A kernel is built when it is first launched with a size of work-groups, not with its program.
  bool builds_at_launch = false;
  // Ids of work-items are right below it only, in each dimension; 0: all that a size_t holds.
  std::uint64_t max_items = 0;
  // Makes the build log say how many registers each kernel uses; empty: no option does.
  std::string_view register_option = "";
  // The variable is set only where this process may use all processors: the driver takes them by number.
  bool needs_all_processors = false;
};

std::span<const Quirk> quirks();

// Before the first OpenCL call of the process: drivers read their environment when they load.
void prepare_environment();

// For a device's listing: what was set for it, or that the user's own setting was kept.
std::vector<std::string> quirk_notes(std::string_view platform_name);

bool builds_at_launch(std::string_view platform_name);

// The fallback_option of a platform's quirk; empty: none.
std::string_view fallback_option(std::string_view platform_name);

// Whether a kernel's own work-group limit can be believed on this platform.
bool kernel_limit_holds(std::string_view platform_name);

// Work-items of a launch in one dimension whose ids are right; UINT64_MAX if all are.
std::uint64_t max_items(std::string_view platform_name);

// The register_option of a platform's quirk; empty: none.
std::string_view register_option(std::string_view platform_name);

// "CL3.0" where a platform has C11 atomics for the whole device without saying so, else empty.
std::string_view atomics_not_told(std::string_view platform_name);

}  // namespace lockstep::opencl
