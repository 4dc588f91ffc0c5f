// Restricts a computing process to a list of system calls, with a filter of the kernel:
// https://docs.kernel.org/userspace-api/seccomp_filter.html
#pragma once

namespace lockstep {

// Installs the filter for all threads of this process until the process ends. The process needs the attribute
// "no new privileges" (prctl) or privileges. Returns false if the kernel or the processor does not support
// the filter, or if the kernel refuses it.
bool set_system_call_filter();

}  // namespace lockstep
