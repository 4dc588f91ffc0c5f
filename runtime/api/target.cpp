#include "runtime/api/target.hpp"

#include <fmt/format.h>

#include <atomic>

#include "runtime/scheduling/command_order.hpp"

namespace lockstep::runtime {
namespace {

std::size_t next_mapping() {
  static std::atomic<std::size_t> mappings = 0;
  return ++mappings;
}

}  // namespace

Outcome<std::shared_ptr<_cl_command_queue>> queue_of(cl_command_queue handle) {
  if (auto queue = find(handle)) return queue;
  return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
}

Outcome<std::shared_ptr<_cl_mem>> memory_of(cl_mem handle, const _cl_command_queue& queue) {
  auto memory = find(handle);
  if (!memory) return refuse(CL_INVALID_MEM_OBJECT, "not a valid memory object");
  if (memory->context != queue.context)
    return refuse(CL_INVALID_CONTEXT, "the queue and the memory object belong to different contexts");
  return memory;
}

Outcome<std::shared_ptr<_cl_mem>> buffer_of(cl_mem handle, const _cl_command_queue& queue) {
  auto memory = memory_of(handle, queue);
  if (memory && (*memory)->image)
    return refuse(CL_INVALID_MEM_OBJECT, "the memory object is an image, but the function takes a buffer");
  return memory;
}

Outcome<std::shared_ptr<_cl_mem>> image_of(cl_mem handle, const _cl_command_queue& queue) {
  auto memory = memory_of(handle, queue);
  if (memory && !(*memory)->image)
    return refuse(CL_INVALID_MEM_OBJECT, "the memory object is a buffer, but the function takes an image");
  return memory;
}

Outcome<Target> target_of(cl_command_queue queue, cl_mem memory, FindMemory find_memory) {
  auto found = queue_of(queue);
  if (!found) return tl::unexpected(found.error());
  auto object = find_memory(memory, **found);
  if (!object) return tl::unexpected(object.error());
  return Target{std::move(*found), std::move(*object)};
}

Outcome<void> check_inside(const _cl_mem& buffer, std::size_t offset, std::size_t size) {
  if (offset <= buffer.size && size <= buffer.size - offset) return {};
  return refuse(CL_INVALID_VALUE, fmt::format("bytes {} to {} are not inside the buffer of {} bytes", offset,
                                              offset + size, buffer.size));
}

Outcome<void> check_access(const _cl_mem& memory, cl_mem_flags forbidden) {
  if ((memory.flags & forbidden) == 0) return {};
  return refuse(CL_INVALID_OPERATION, fmt::format("the {} was created without this access for the host",
                                                  memory.image ? "image" : "buffer"));
}

Outcome<void> check_map_flags(const _cl_mem& memory, cl_map_flags flags) {
  constexpr cl_map_flags kAll = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  if ((flags & ~kAll) != 0 ||
      ((flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0 && (flags & (CL_MAP_READ | CL_MAP_WRITE)) != 0))
    return refuse(CL_INVALID_VALUE, "these map flags exclude each other, or do not exist");
  if ((flags & CL_MAP_READ) != 0)
    if (auto allowed = check_access(memory, kUnreadable); !allowed) return allowed;
  if ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0)
    return check_access(memory, kUnwritable);
  return {};
}

Outcome<void*> enqueue_map(const Target& target, MapRequest request, const WaitList& wait) {
  const std::shared_ptr<_cl_mem> memory = target.memory;
  if (auto valid = check_map_flags(*memory, request.flags); !valid) return tl::unexpected(valid.error());
  request.mapping.writes = (request.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  request.mapping.number = next_mapping();
  std::byte* const window = memory->window_bytes();
  std::byte* const pointer = window + request.mapping.window.begin();
  CommandRequest command{target.queue, request.type, wait, request.blocks};
  command.execute = [memory, call = std::string(request.call), mapping = request.mapping,
                     keeps = (request.flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0] {
    map(call, *memory, mapping, keeps);
    return Outcome<void>();
  };
  command.parts = {{memory, request.mapping.mapped, request.mapping.region, false}};
  command.host = {{window, request.mapping.window, request.mapping.region}, true, HostSide::Owner::device};
  command.mapping = request.mapping;
  auto done = enqueue(std::move(command));
  if (!done) return tl::unexpected(done.error());
  const std::lock_guard lock(memory->mutex);
  memory->mappings.insert({pointer, request.mapping});
  return pointer;
}

Outcome<void> enqueue_unmap(const Target& target, cl_command_type type, void* pointer, const WaitList& wait) {
  const std::shared_ptr<_cl_mem> mapped = target.memory;
  _cl_mem::Mapping mapping;
  {
    const std::lock_guard lock(mapped->mutex);
    const auto found = mapped->mappings.find(pointer);
    if (found == mapped->mappings.end())
      return refuse(CL_INVALID_VALUE, "the pointer was not returned by a map of this memory object");
    mapping = found->second;
  }
  CommandRequest request{target.queue, type, wait};
  request.execute = [mapped, mapping] {
    unmap(*mapped, mapping);
    return Outcome<void>();
  };
  request.parts = {{mapped, mapping.mapped, mapping.region, mapping.writes}};
  if (mapping.writes)
    request.host = {{mapped->window_bytes(), mapping.window, mapping.region},
                    false,
                    mapped->host_ptr ? HostSide::Owner::program : HostSide::Owner::device};
  request.mapping = mapping;
  mapping.unmapped->store(CommandOrder::of_process().tick());
  auto done = enqueue(std::move(request));
  if (!done) return done;
  const std::lock_guard lock(mapped->mutex);
  if (const auto found = mapped->mappings.find(pointer); found != mapped->mappings.end())
    mapped->mappings.erase(found);
  return done;
}

}  // namespace lockstep::runtime
