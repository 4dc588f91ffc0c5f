// A table of the known defects of OpenCL implementations and their remedies. The check after every run
// detects other defects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::opencl {

struct Quirk {
  std::string_view platform;  // the beginning of CL_PLATFORM_NAME
  std::string_view what;      // the symptom
  std::string_view why;
  std::string_view remedy;  // as text for the user
  // An environment variable that is set before the first platform call unless the user has set
  // it; empty: none.
  std::string_view environment_name;
  std::string_view environment_value;
  // Added to the build options for a second attempt after a wrong result; empty: none.
  std::string_view fallback_option;
  // Whether CL_KERNEL_WORK_GROUP_SIZE is lower than the real limit. Then only the device's limit and the
  // launch itself are decisive.
  bool kernel_limit_too_low = false;
  // The language version in which kernels have C11 atomics that order memory for the whole device although
  // CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES omits them; empty: the query is correct.
  std::string_view atomics_not_told = "";
  // Whether a kernel is built at its first launch with each work-group size, not with its program.
  bool builds_at_launch = false;
  // Ids of work-items are right only below this limit, in each dimension; 0: no limit.
  std::uint64_t max_items = 0;
  // The build option that makes the build log report the registers of each kernel; empty: none.
  std::string_view register_option = "";
  // Whether the variable is set only if this process may use all processors, because the driver selects
  // processors by number.
  bool needs_all_processors = false;
};

std::span<const Quirk> quirks();

// To be called before the first OpenCL call of the process, because drivers read their environment when they
// are loaded.
void prepare_environment();

// Returns notes for the listing of a device: the settings that were made for it, or that the user's own
// setting was kept.
std::vector<std::string> quirk_notes(std::string_view platform_name);

bool builds_at_launch(std::string_view platform_name);

// The fallback_option of a platform's quirk; empty: none.
std::string_view fallback_option(std::string_view platform_name);

// Whether a kernel's reported work-group limit is reliable on this platform.
bool kernel_limit_holds(std::string_view platform_name);

// The number of work-items in one dimension of a launch whose ids are correct; UINT64_MAX if all are.
std::uint64_t max_items(std::string_view platform_name);

// The register_option of a platform's quirk; empty: none.
std::string_view register_option(std::string_view platform_name);

// Returns "CL3.0" if a platform has C11 atomics for the whole device but does not report them, otherwise "".
std::string_view atomics_not_told(std::string_view platform_name);

}  // namespace lockstep::opencl
