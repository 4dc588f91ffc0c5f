// Memory and processors of this machine.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

// Memory available without swapping, within the limits of this process and of its container; UINT64_MAX if
// the system does not say.
std::uint64_t available_memory_bytes();
// All physical memory; 0 if the system does not say.
std::uint64_t total_memory_bytes();

// Processors that this process may use (its affinity); at least 1.
unsigned usable_processors();
// Processors that are online; 0 if the system does not say.
unsigned online_processors();
// Whether this process may use all processors, and they are numbered from 0.
bool may_use_all_processors();
// "Intel(R) Xeon(R) …"; if the system does not say: "this machine's processor".
std::string processor_name();
// True in some containers and sandboxes: libraries that read the processors from /sys find none there.
bool is_linux_without_sysfs();

}  // namespace lockstep
