// The list of system calls that a computing process may make, as a filter of the kernel:
// https://docs.kernel.org/userspace-api/seccomp_filter.html
#pragma once

namespace lockstep {

// Sets the filter for all threads of this process, for as long as it lives. Needs "no new
// privileges" (prctl) or privileges. Returns false if the kernel or the processor lacks the filter,
// or if the kernel refuses it.
bool set_system_call_filter();

}  // namespace lockstep
