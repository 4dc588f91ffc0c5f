// Determines from the code of a kernel, without running it, how the kernel uses its parameters and the
// index space.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// The use of an image, or of the memory to which a pointer parameter points. A use is recorded if some
// execution of the kernel may perform it.
struct ParameterUse {
  bool reads = false;    // by a load
  bool writes = false;   // by a store
  bool atomics = false;  // by an atomic function, which reads and writes
  bool is_only_read() const { return reads && !writes && !atomics; }
  bool is_only_written() const { return writes && !reads && !atomics; }
  bool is_written() const { return writes || atomics; }
};

struct KernelUses {
  std::vector<ParameterUse> parameters;  // in the kernel's order
  unsigned dimensions = 1;  // the number of dimensions of the index space that the kernel queries
};

// Returns the uses. Pointers in arrays and structures are not followed.
KernelUses uses_of(const Program& program, const Kernel& kernel);

}  // namespace lockstep::sim
