#include "runtime/objects/kernel.hpp"

_cl_kernel::~_cl_kernel() {
  if (!program) return;
  const std::lock_guard lock(program->mutex);
  --program->kernels;
}
