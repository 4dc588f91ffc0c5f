// The checks at the beginning of the functions that read, write, copy, fill and map memory objects.
#pragma once

#include <memory>
#include <string_view>

#include "runtime/objects/memory_flags.hpp"
#include "runtime/objects/queue.hpp"
#include "runtime/scheduling/scheduler.hpp"
#include "runtime/scheduling/transfer.hpp"

namespace lockstep::runtime {

Outcome<std::shared_ptr<_cl_command_queue>> queue_of(cl_command_queue handle);
// Return a memory object of the queue's context: any memory object, a buffer, or an image.
Outcome<std::shared_ptr<_cl_mem>> memory_of(cl_mem handle, const _cl_command_queue& queue);
Outcome<std::shared_ptr<_cl_mem>> buffer_of(cl_mem handle, const _cl_command_queue& queue);
Outcome<std::shared_ptr<_cl_mem>> image_of(cl_mem handle, const _cl_command_queue& queue);

// A queue, and a memory object of the context of the queue.
struct Target {
  std::shared_ptr<_cl_command_queue> queue;
  std::shared_ptr<_cl_mem> memory;
};
using FindMemory = Outcome<std::shared_ptr<_cl_mem>> (*)(cl_mem, const _cl_command_queue&);
Outcome<Target> target_of(cl_command_queue queue, cl_mem memory, FindMemory find_memory);

Outcome<void> check_inside(const _cl_mem& buffer, std::size_t offset, std::size_t size);
// Refuses the access if the object has one of these flags, which forbid access by the host.
Outcome<void> check_access(const _cl_mem& memory, cl_mem_flags forbidden);
Outcome<void> check_map_flags(const _cl_mem& memory, cl_map_flags flags);

// Enqueues a map command; the result is the pointer for the program.
struct MapRequest {
  std::string_view call;
  cl_command_type type = CL_COMMAND_MAP_BUFFER;
  bool blocks = false;
  cl_map_flags flags = 0;
  _cl_mem::Mapping mapping;  // its member `writes` is not set
};
Outcome<void*> enqueue_map(const Target& target, MapRequest request, const WaitList& wait);
// Returns the mapping for a pointer that a map command returned.
Outcome<void> enqueue_unmap(const Target& target, cl_command_type type, void* pointer, const WaitList& wait);

}  // namespace lockstep::runtime
