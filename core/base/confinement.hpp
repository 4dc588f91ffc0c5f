// A process that handles untrusted data gives up access to everything that a computation does not need:
// files, programs, the network and other processes. The process can still use threads, allocate memory, read
// standard input, and write standard output and standard error. It cannot regain the rights that it gave up.
// Confinement needs no privileges and works in containers.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

// Generous limits that end a process that is out of control. Normally a computation is stopped by its own
// limits on steps and bytes, so that results do not depend on the machine.
struct ConfinementLimits {
  std::uint64_t memory_bytes = 0;          // writable memory, stacks included; 0: no limit
  std::chrono::seconds processor_time{0};  // in total; 0: no limit
};

// The parts of the confinement that are in force. A member is false if the kernel does not support or refuses
// this part.
struct Confinement {
  bool has_system_call_filter = false;  // seccomp: only system calls for computations; others fail with EPERM
  bool has_file_rules = false;          // Landlock: no file can be opened
  bool has_limits = false;              // memory, processor time, no core file, files cannot grow

  // The names of the parts in force, for reports: "seccomp", "landlock", "limits".
  std::vector<std::string> names() const;
};

// Confines this process. Call this function before any thread starts and before any Parent is created,
// because it closes all descriptors except standard input, output and error. Each part is tested after it has
// been set up. The call fails if neither system calls nor files could be confined; the process must then not
// touch untrusted data.
Result<Confinement> confine_this_process(const ConfinementLimits& limits);

}  // namespace lockstep
