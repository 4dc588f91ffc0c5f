#include "runtime/objects/memory_flags.hpp"

namespace lockstep::runtime {
namespace {

constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags kHostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags kHostMemory = kHostPointer | CL_MEM_ALLOC_HOST_PTR;

bool has_at_most_one(cl_mem_flags flags) { return (flags & (flags - 1)) == 0; }

}  // namespace

Outcome<void> check_flags(cl_mem_flags flags) {
  if ((flags & ~(kAccess | kHostAccess | kHostMemory)) != 0)
    return refuse(CL_INVALID_VALUE, "memory objects have no such flag");
  if (!has_at_most_one(flags & kAccess))
    return refuse(CL_INVALID_VALUE, "READ_WRITE, READ_ONLY and WRITE_ONLY exclude each other");
  if (!has_at_most_one(flags & kHostAccess))
    return refuse(CL_INVALID_VALUE, "the flags for access by the host exclude each other");
  if ((flags & CL_MEM_USE_HOST_PTR) != 0 && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0)
    return refuse(CL_INVALID_VALUE, "CL_MEM_USE_HOST_PTR excludes ALLOC_HOST_PTR and COPY_HOST_PTR");
  return {};
}

Outcome<void> check_host_pointer(cl_mem_flags flags, const void* host_ptr) {
  const bool wants_pointer = (flags & kHostPointer) != 0;
  if (wants_pointer && !host_ptr)
    return refuse(CL_INVALID_HOST_PTR, "the flags require host_ptr, which is NULL");
  if (!wants_pointer && host_ptr)
    return refuse(CL_INVALID_HOST_PTR, "host_ptr is given, but neither USE_HOST_PTR nor COPY_HOST_PTR");
  return {};
}

cl_mem_flags with_access(cl_mem_flags flags) {
  return (flags & kAccess) != 0 ? flags : flags | CL_MEM_READ_WRITE;
}

Outcome<cl_mem_flags> flags_of_part(cl_mem_flags whole, cl_mem_flags wanted) {
  if (auto valid = check_flags(wanted); !valid) return tl::unexpected(valid.error());
  if ((wanted & kHostMemory) != 0)
    return refuse(CL_INVALID_VALUE, "an object made from a buffer uses the buffer's host memory");
  if (((whole & CL_MEM_WRITE_ONLY) != 0 && (wanted & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)) != 0) ||
      ((whole & CL_MEM_READ_ONLY) != 0 && (wanted & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)) != 0))
    return refuse(CL_INVALID_VALUE, "the flags give kernels more access than the buffer's flags");
  if (((whole & CL_MEM_HOST_WRITE_ONLY) != 0 && (wanted & CL_MEM_HOST_READ_ONLY) != 0) ||
      ((whole & CL_MEM_HOST_READ_ONLY) != 0 && (wanted & CL_MEM_HOST_WRITE_ONLY) != 0) ||
      ((whole & CL_MEM_HOST_NO_ACCESS) != 0 &&
       (wanted & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)) != 0))
    return refuse(CL_INVALID_VALUE, "the flags give the host more access than the buffer's flags");
  cl_mem_flags flags = wanted | (whole & kHostMemory);
  if ((wanted & kAccess) == 0) flags |= whole & kAccess;
  if ((wanted & kHostAccess) == 0) flags |= whole & kHostAccess;
  return flags;
}

}  // namespace lockstep::runtime
