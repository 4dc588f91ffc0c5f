// A process that handles untrusted data gives up what computing does not need: files, programs, the network
// and other processes. It can still compute with threads, take memory, and read and write standard input,
// output and errors. Nothing gives the rights back while the process lives. No privileges are needed, and it
// works in containers.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

// Far outer bounds against a process that is out of control: what ends a computation in order is its own
// count of steps and bytes, so that results do not depend on the machine.
struct ConfinementLimits {
  std::uint64_t memory_bytes = 0;          // that the process can write to, with the stacks; 0: no limit
  std::chrono::seconds processor_time{0};  // of the whole life of the process; 0: no limit
};

// What holds. A part that is false is missing in the kernel or refused by it.
struct Confinement {
  bool has_system_call_filter = false;  // seccomp: only calls that computing needs; others fail with EPERM
  bool has_file_rules = false;          // Landlock: no file can be opened
  bool has_limits = false;              // memory, processor time, no core file, no growing file

  // "seccomp", "landlock", "limits": for reports.
  std::vector<std::string> names() const;
};

// Call it before threads start and before a Parent is made: all descriptors but standard input, output and
// errors are closed. Each part is tried after it has been set. The Error says that neither the system calls
// nor the files could be confined; the process must then not touch untrusted data.
Result<Confinement> confine_this_process(const ConfinementLimits& limits);

}  // namespace lockstep
