// Shared virtual memory, coarse-grained: each allocation is a buffer whose window has the address that
// program and kernels use. The program may access it while it is mapped.
#pragma once

#include <memory>

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime::shared_memory {

// A new one; null: the system has no room.
std::shared_ptr<_cl_mem> allocate(const std::shared_ptr<_cl_context>& context, cl_mem_flags flags,
                                  std::size_t size, std::size_t alignment);
// The allocation of this context that contains the address, or null.
std::shared_ptr<_cl_mem> find(const _cl_context& context, const void* address);
// Forgets that which begins at the address. False: there is none.
bool release(const _cl_context& context, const void* address);
// What begins at an address inside of an allocation, as an argument of a kernel.
std::shared_ptr<_cl_mem> part_at(const std::shared_ptr<_cl_mem>& whole, const void* address);

}  // namespace lockstep::runtime::shared_memory
