// Memory and processors of this machine.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

// Memory available without swapping, within the limits of this process and of its container; UINT64_MAX if
// it is unknown.
std::uint64_t available_memory_bytes();
// All physical memory; 0 if it is unknown.
std::uint64_t total_memory_bytes();

// Processors that this process may use (its affinity); at least 1.
unsigned usable_processors();
// Processors that are online; 0 if the number is unknown.
unsigned online_processors();
// Whether this process may use all processors, and the processors are numbered from 0.
bool may_use_all_processors();
// "Intel(R) Xeon(R) …"; "this machine's processor" if the name is unknown.
std::string processor_name();
// True in some containers and sandboxes, where libraries that read the list of processors from
// /sys find none.
bool is_linux_without_sysfs();

}  // namespace lockstep
