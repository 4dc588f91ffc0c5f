// The flags of memory objects: which exclude each other, and what an object made from another one gets.
#pragma once

#include "runtime/objects/cl.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

inline constexpr cl_mem_flags kHostPointer = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
// What the host must not do.
inline constexpr cl_mem_flags kUnreadable = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
inline constexpr cl_mem_flags kUnwritable = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

Outcome<void> check_flags(cl_mem_flags flags);
// host_ptr is given exactly where the flags ask for it.
Outcome<void> check_host_pointer(cl_mem_flags flags, const void* host_ptr);
// With the access that an object has for kernels where none is asked for.
cl_mem_flags with_access(cl_mem_flags flags);
// Of a sub-buffer or an image of a buffer: those of the buffer where none are given; more than the buffer
// allows is refused.
Outcome<cl_mem_flags> flags_of_part(cl_mem_flags whole, cl_mem_flags wanted);

}  // namespace lockstep::runtime
