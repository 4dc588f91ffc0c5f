// How a kernel uses its parameters and the index space, determined from its code without running it.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/bytecode/program.hpp"

namespace lockstep::sim {

// The use of the memory to which a pointer parameter points, or of an image. Some execution of the kernel may
// use it in this way.
struct ParameterUse {
  bool reads = false;    // by a load
  bool writes = false;   // by a store
  bool atomics = false;  // reads and writes at once
  bool is_only_read() const { return reads && !writes && !atomics; }
  bool is_only_written() const { return writes && !reads && !atomics; }
  bool is_written() const { return writes || atomics; }
};

struct KernelUses {
  std::vector<ParameterUse> parameters;  // in the kernel's order
  unsigned dimensions = 1;               // of the index space, as far as the kernel queries them
};

// Pointers in arrays and structures are not followed.
KernelUses uses_of(const Program& program, const Kernel& kernel);

}  // namespace lockstep::sim
