// The flags of memory objects: which exclude each other, and what an object made from another one gets.
#pragma once

#include "runtime/objects/cl.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

inline constexpr cl_mem_flags kHostPointer = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
// What the host may not do.
inline constexpr cl_mem_flags kUnreadable = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
inline constexpr cl_mem_flags kUnwritable = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

Outcome<void> check_flags(cl_mem_flags flags);
// host_ptr must be given if the flags require it, and only then.
Outcome<void> check_host_pointer(cl_mem_flags flags, const void* host_ptr);
// Adds the default access for kernels if the flags have none.
cl_mem_flags with_access(cl_mem_flags flags);
// For a sub-buffer or an image of a buffer: the buffer's flags if none are given; more than the buffer allows
// is refused.
Outcome<cl_mem_flags> flags_of_part(cl_mem_flags whole, cl_mem_flags wanted);

}  // namespace lockstep::runtime
