#include "runtime/objects/kernel.hpp"

_cl_kernel::~_cl_kernel() {
  if (!program) return;
  const std::lock_guard lock(program->mutex);
  --program->kernels;
}

namespace lockstep::runtime {

// The name of the type begins with the access: "__read_only image2d_t".
cl_kernel_arg_access_qualifier image_access(const sim::Parameter& parameter) {
  if (parameter.kind != sim::Parameter::Kind::image) return CL_KERNEL_ARG_ACCESS_NONE;
  if (parameter.type_name.starts_with("__write_only")) return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  return parameter.type_name.starts_with("__read_write") ? CL_KERNEL_ARG_ACCESS_READ_WRITE
                                                         : CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

}  // namespace lockstep::runtime
