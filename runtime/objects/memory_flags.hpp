// The flags of memory objects: which flags exclude each other, and which flags an object inherits from
// its parent.
#pragma once

#include "runtime/objects/cl.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

inline constexpr cl_mem_flags kHostPointer = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
// The flags that forbid access by the host.
inline constexpr cl_mem_flags kUnreadable = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
inline constexpr cl_mem_flags kUnwritable = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

Outcome<void> check_flags(cl_mem_flags flags);
// Checks that host_ptr is given if the flags require it, and only then.
Outcome<void> check_host_pointer(cl_mem_flags flags, const void* host_ptr);
// Adds the default kernel access if the flags contain none.
cl_mem_flags with_access(cl_mem_flags flags);
// Returns the flags of a sub-buffer or of an image of a buffer. The object inherits the buffer's flags if no
// flags are given; an access that the buffer does not permit is refused.
Outcome<cl_mem_flags> flags_of_part(cl_mem_flags whole, cl_mem_flags wanted);

}  // namespace lockstep::runtime
