// Coarse-grained shared virtual memory. Each allocation is a buffer whose window is at the address that the
// program and the kernels use. The program may access the window while it is mapped.
#pragma once

#include <memory>

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime::shared_memory {

// Creates an allocation; null if the system has insufficient memory.
std::shared_ptr<_cl_mem> allocate(const std::shared_ptr<_cl_context>& context, cl_mem_flags flags,
                                  std::size_t size, std::size_t alignment);
// Returns the allocation of this context that contains the address; null if there is no such allocation.
std::shared_ptr<_cl_mem> find(const _cl_context& context, const void* address);
// Removes the allocation that begins at the address. Returns false if there is no such allocation.
bool release(const _cl_context& context, const void* address);
// Returns the part of an allocation that begins at the address, as an argument of a kernel.
std::shared_ptr<_cl_mem> part_at(const std::shared_ptr<_cl_mem>& whole, const void* address);

}  // namespace lockstep::runtime::shared_memory
