// Chapter 5.2.3 to 5.2.5 and 5.4: reading, writing, copying, filling, mapping and migrating buffers.
#include "runtime/commands/transfer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/api/call.hpp"
#include "runtime/commands/scheduler.hpp"

using namespace lockstep::runtime;

namespace {

constexpr cl_mem_flags kUnreadable = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags kUnwritable = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

Outcome<std::shared_ptr<_cl_command_queue>> queue_of(cl_command_queue handle) {
  if (auto queue = find(handle)) return queue;
  return refuse(CL_INVALID_COMMAND_QUEUE, "this is no command queue");
}

Outcome<std::shared_ptr<_cl_mem>> buffer_of(cl_mem handle, const _cl_command_queue& queue) {
  auto buffer = find(handle);
  if (!buffer) return refuse(CL_INVALID_MEM_OBJECT, "this is no buffer");
  if (buffer->context != queue.context)
    return refuse(CL_INVALID_CONTEXT, "queue and buffer belong to different contexts");
  return buffer;
}

// A queue, and a buffer of its context.
struct Target {
  std::shared_ptr<_cl_command_queue> queue;
  std::shared_ptr<_cl_mem> buffer;
};

Outcome<Target> target_of(cl_command_queue queue, cl_mem buffer) {
  Target target;
  if (auto found = queue_of(queue))
    target.queue = *found;
  else
    return tl::unexpected(found.error());
  if (auto found = buffer_of(buffer, *target.queue))
    target.buffer = *found;
  else
    return tl::unexpected(found.error());
  return target;
}

Outcome<void> check_inside(const _cl_mem& buffer, std::size_t offset, std::size_t size) {
  if (offset <= buffer.size && size <= buffer.size - offset) return {};
  return refuse(CL_INVALID_VALUE, fmt::format("bytes {} to {} are not inside the buffer of {} bytes", offset,
                                              offset + size, buffer.size));
}

Outcome<void> check_inside(const _cl_mem& buffer, const Box& box, const Triple& region) {
  if (end_of(box, region) <= buffer.size) return {};
  return refuse(CL_INVALID_VALUE,
                fmt::format("the region is not inside the buffer of {} bytes", buffer.size));
}

Outcome<void> check_access(const _cl_mem& buffer, cl_mem_flags forbidden) {
  if ((buffer.flags & forbidden) == 0) return {};
  return refuse(CL_INVALID_OPERATION, "the buffer was created without this access of the host");
}

// A range of bytes as a box of one row.
Box range(std::size_t offset) { return {{offset, 0, 0}, 0, 0}; }

struct Rectangle {
  Triple region{};
  Box buffer, host;
};

Outcome<Rectangle> rectangle_of(const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                std::size_t buffer_row, std::size_t buffer_slice, std::size_t host_row,
                                std::size_t host_slice) {
  if (!buffer_origin || !host_origin || !region)
    return refuse(CL_INVALID_VALUE, "an origin or the region is NULL");
  Rectangle rectangle;
  std::copy_n(region, 3, rectangle.region.begin());
  const auto buffer = make_box(buffer_origin, rectangle.region, buffer_row, buffer_slice);
  if (!buffer) return tl::unexpected(buffer.error());
  const auto host = make_box(host_origin, rectangle.region, host_row, host_slice);
  if (!host) return tl::unexpected(host.error());
  rectangle.buffer = *buffer;
  rectangle.host = *host;
  return rectangle;
}

// Whether an interval of `size` bytes at one of these places, repeated every `pitch` bytes, never meets the
// one at the other place.
bool fits_between(std::size_t a, std::size_t b, std::size_t size, std::size_t pitch) {
  return (b >= a + size && b + size <= a + pitch) || (a >= b + size && a + size <= b + pitch);
}

// As the specification defines it, in its appendix on CL_MEM_COPY_OVERLAP.
bool overlaps(const _cl_mem& a, const Box& in_a, const _cl_mem& b, const Box& in_b, const Triple& region) {
  if (a.storage != b.storage || region[0] == 0) return false;
  const std::size_t first = a.offset + in_a.begin(), second = b.offset + in_b.begin();
  const std::size_t row = in_a.row_pitch, slice = in_a.slice_pitch;
  const std::size_t slice_size = (region[1] - 1) * row + region[0];
  const std::size_t size = (region[2] - 1) * slice + slice_size;
  const std::size_t other_size =
      (region[2] - 1) * in_b.slice_pitch + (region[1] - 1) * in_b.row_pitch + region[0];
  if (second + other_size <= first || first + size <= second) return false;
  if (row != in_b.row_pitch || slice != in_b.slice_pitch || row == 0) return true;
  return !fits_between(first % row, second % row, region[0], row) &&
         !fits_between(first % slice, second % slice, slice_size, slice);
}

Outcome<void> check_map(const _cl_mem& buffer, cl_map_flags flags, std::size_t offset, std::size_t size) {
  constexpr cl_map_flags kAll = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  if (auto inside = check_inside(buffer, offset, size); !inside) return inside;
  if (size == 0) return refuse(CL_INVALID_VALUE, "a mapped region has at least one byte");
  if ((flags & ~kAll) != 0 ||
      ((flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0 && (flags & (CL_MAP_READ | CL_MAP_WRITE)) != 0))
    return refuse(CL_INVALID_VALUE, "these map flags exclude each other, or do not exist");
  if ((flags & CL_MAP_READ) != 0)
    if (auto allowed = check_access(buffer, kUnreadable); !allowed) return allowed;
  if ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0)
    return check_access(buffer, kUnwritable);
  return {};
}

void map(_cl_mem& buffer, std::size_t offset, std::size_t size, std::byte* window, bool keeps) {
  if (keeps) std::memcpy(window, buffer.bytes() + offset, size);
  Journal::of_process().transfer(
      {"map", "clEnqueueMapBuffer", buffer.storage.get(), buffer.offset + offset, size});
}

void unmap(_cl_mem& buffer, const _cl_mem::Mapping& mapping, const std::byte* window) {
  Transfer transfer{"unmap", "clEnqueueUnmapMemObject", buffer.storage.get(), buffer.offset + mapping.offset,
                    mapping.size};
  if (mapping.writes) {
    std::memcpy(buffer.bytes() + mapping.offset, window, mapping.size);
    buffer.storage->mark_written(buffer.offset + mapping.offset, mapping.size);
    transfer.data = {window, mapping.size};
  }
  Journal::of_process().transfer(transfer);
}

}  // namespace

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* pointer, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueReadBuffer", [&]() -> Outcome<void> {
    const auto target = target_of(queue, buffer);
    if (!target) return tl::unexpected(target.error());
    if (auto inside = check_inside(*target->buffer, offset, size); !inside) return inside;
    if (!pointer) return refuse(CL_INVALID_VALUE, "the place for the data is NULL");
    if (auto allowed = check_access(*target->buffer, kUnreadable); !allowed) return allowed;
    return enqueue({target->queue,
                    CL_COMMAND_READ_BUFFER,
                    {count, list, event},
                    blocking != CL_FALSE,
                    false,
                    false,
                    [from = target->buffer, offset, size, pointer] {
                      read("clEnqueueReadBuffer", *from, range(offset), {size, 1, 1},
                           static_cast<std::byte*>(pointer), {});
                      return Outcome<void>();
                    }});
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* pointer, cl_uint count, const cl_event* list,
                            cl_event* event) {
  return call("clEnqueueWriteBuffer", [&]() -> Outcome<void> {
    const auto target = target_of(queue, buffer);
    if (!target) return tl::unexpected(target.error());
    if (auto inside = check_inside(*target->buffer, offset, size); !inside) return inside;
    if (!pointer) return refuse(CL_INVALID_VALUE, "the data are NULL");
    if (auto allowed = check_access(*target->buffer, kUnwritable); !allowed) return allowed;
    return enqueue({target->queue,
                    CL_COMMAND_WRITE_BUFFER,
                    {count, list, event},
                    blocking != CL_FALSE,
                    false,
                    false,
                    [to = target->buffer, offset, size, pointer] {
                      write("clEnqueueWriteBuffer", *to, range(offset), {size, 1, 1},
                            static_cast<const std::byte*>(pointer), {});
                      return Outcome<void>();
                    }});
  });
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                               size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                               void* pointer, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueReadBufferRect", [&]() -> Outcome<void> {
    const auto target = target_of(queue, buffer);
    if (!target) return tl::unexpected(target.error());
    const auto box =
        rectangle_of(buffer_origin, host_origin, region, buffer_row, buffer_slice, host_row, host_slice);
    if (!box) return tl::unexpected(box.error());
    if (auto inside = check_inside(*target->buffer, box->buffer, box->region); !inside) return inside;
    if (!pointer) return refuse(CL_INVALID_VALUE, "the place for the data is NULL");
    if (auto allowed = check_access(*target->buffer, kUnreadable); !allowed) return allowed;
    return enqueue({target->queue,
                    CL_COMMAND_READ_BUFFER_RECT,
                    {count, list, event},
                    blocking != CL_FALSE,
                    false,
                    false,
                    [from = target->buffer, box = *box, pointer] {
                      read("clEnqueueReadBufferRect", *from, box.buffer, box.region,
                           static_cast<std::byte*>(pointer), box.host);
                      return Outcome<void>();
                    }});
  });
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                                const void* pointer, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueWriteBufferRect", [&]() -> Outcome<void> {
    const auto target = target_of(queue, buffer);
    if (!target) return tl::unexpected(target.error());
    const auto box =
        rectangle_of(buffer_origin, host_origin, region, buffer_row, buffer_slice, host_row, host_slice);
    if (!box) return tl::unexpected(box.error());
    if (auto inside = check_inside(*target->buffer, box->buffer, box->region); !inside) return inside;
    if (!pointer) return refuse(CL_INVALID_VALUE, "the data are NULL");
    if (auto allowed = check_access(*target->buffer, kUnwritable); !allowed) return allowed;
    return enqueue({target->queue,
                    CL_COMMAND_WRITE_BUFFER_RECT,
                    {count, list, event},
                    blocking != CL_FALSE,
                    false,
                    false,
                    [to = target->buffer, box = *box, pointer] {
                      write("clEnqueueWriteBufferRect", *to, box.buffer, box.region,
                            static_cast<const std::byte*>(pointer), box.host);
                      return Outcome<void>();
                    }});
  });
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem target, size_t source_offset,
                           size_t target_offset, size_t size, cl_uint count, const cl_event* list,
                           cl_event* event) {
  return call("clEnqueueCopyBuffer", [&]() -> Outcome<void> {
    const auto from = target_of(queue, source);
    if (!from) return tl::unexpected(from.error());
    const auto to = buffer_of(target, *from->queue);
    if (!to) return tl::unexpected(to.error());
    if (auto inside = check_inside(*from->buffer, source_offset, size); !inside) return inside;
    if (auto inside = check_inside(**to, target_offset, size); !inside) return inside;
    const Triple region{size, 1, 1};
    if (overlaps(*from->buffer, range(source_offset), **to, range(target_offset), region))
      return refuse(CL_MEM_COPY_OVERLAP, "source and target overlap");
    return enqueue({from->queue,
                    CL_COMMAND_COPY_BUFFER,
                    {count, list, event},
                    false,
                    false,
                    false,
                    [from = from->buffer, to = *to, source_offset, target_offset, region] {
                      copy("clEnqueueCopyBuffer", *from, range(source_offset), *to, range(target_offset),
                           region);
                      return Outcome<void>();
                    }});
  });
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem source, cl_mem target,
                               const size_t* source_origin, const size_t* target_origin, const size_t* region,
                               size_t source_row, size_t source_slice, size_t target_row, size_t target_slice,
                               cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueCopyBufferRect", [&]() -> Outcome<void> {
    const auto from = target_of(queue, source);
    if (!from) return tl::unexpected(from.error());
    const auto to = buffer_of(target, *from->queue);
    if (!to) return tl::unexpected(to.error());
    const auto box = rectangle_of(source_origin, target_origin, region, source_row, source_slice, target_row,
                                  target_slice);
    if (!box) return tl::unexpected(box.error());
    if (auto inside = check_inside(*from->buffer, box->buffer, box->region); !inside) return inside;
    if (auto inside = check_inside(**to, box->host, box->region); !inside) return inside;
    if (from->buffer == *to &&
        (box->buffer.row_pitch != box->host.row_pitch || box->buffer.slice_pitch != box->host.slice_pitch))
      return refuse(CL_INVALID_VALUE, "in one buffer, source and target have the same pitches");
    if (overlaps(*from->buffer, box->buffer, **to, box->host, box->region))
      return refuse(CL_MEM_COPY_OVERLAP, "source and target overlap");
    return enqueue({from->queue,
                    CL_COMMAND_COPY_BUFFER_RECT,
                    {count, list, event},
                    false,
                    false,
                    false,
                    [from = from->buffer, to = *to, box = *box] {
                      copy("clEnqueueCopyBufferRect", *from, box.buffer, *to, box.host, box.region);
                      return Outcome<void>();
                    }});
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueFillBuffer", [&]() -> Outcome<void> {
    const auto target = target_of(queue, buffer);
    if (!target) return tl::unexpected(target.error());
    if (auto inside = check_inside(*target->buffer, offset, size); !inside) return inside;
    const bool is_size = pattern_size != 0 && (pattern_size & (pattern_size - 1)) == 0 && pattern_size <= 128;
    if (!pattern || !is_size)
      return refuse(CL_INVALID_VALUE, "a pattern has 1, 2, 4, 8, 16, 32, 64 or 128 bytes");
    if (offset % pattern_size != 0 || size % pattern_size != 0)
      return refuse(CL_INVALID_VALUE, "offset and size are multiples of the pattern's size");
    const auto* bytes = static_cast<const std::byte*>(pattern);
    return enqueue({target->queue,
                    CL_COMMAND_FILL_BUFFER,
                    {count, list, event},
                    false,
                    false,
                    false,
                    [to = target->buffer, offset, size, kept = std::vector(bytes, bytes + pattern_size)] {
                      fill("clEnqueueFillBuffer", *to, offset, size, kept);
                      return Outcome<void>();
                    }});
  });
}

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                         size_t offset, size_t size, cl_uint count, const cl_event* list, cl_event* event,
                         cl_int* error) {
  return give_pointer("clEnqueueMapBuffer", error, [&]() -> Outcome<void*> {
    const auto target = target_of(queue, buffer);
    if (!target) return tl::unexpected(target.error());
    const std::shared_ptr<_cl_mem> mapped = target->buffer;
    if (auto valid = check_map(*mapped, flags, offset, size); !valid) return tl::unexpected(valid.error());
    std::byte* const window = mapped->window_bytes() + offset;
    const bool keeps = (flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0;
    auto done = enqueue({target->queue,
                         CL_COMMAND_MAP_BUFFER,
                         {count, list, event},
                         blocking != CL_FALSE,
                         false,
                         false,
                         [mapped, offset, size, window, keeps] {
                           map(*mapped, offset, size, window, keeps);
                           return Outcome<void>();
                         }});
    if (!done) return tl::unexpected(done.error());
    const std::lock_guard lock(mapped->mutex);
    mapped->mappings.insert(
        {window, {offset, size, (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0}});
    return window;
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* pointer, cl_uint count,
                               const cl_event* list, cl_event* event) {
  return call("clEnqueueUnmapMemObject", [&]() -> Outcome<void> {
    const auto target = target_of(queue, memory);
    if (!target) return tl::unexpected(target.error());
    const std::shared_ptr<_cl_mem> mapped = target->buffer;
    _cl_mem::Mapping mapping;
    {
      const std::lock_guard lock(mapped->mutex);
      const auto found = mapped->mappings.find(pointer);
      if (found == mapped->mappings.end())
        return refuse(CL_INVALID_VALUE, "the pointer was not returned by clEnqueueMapBuffer for this buffer");
      mapping = found->second;
    }
    auto done = enqueue({target->queue,
                         CL_COMMAND_UNMAP_MEM_OBJECT,
                         {count, list, event},
                         false,
                         false,
                         false,
                         [mapped, mapping, pointer] {
                           unmap(*mapped, mapping, static_cast<const std::byte*>(pointer));
                           return Outcome<void>();
                         }});
    if (!done) return done;
    const std::lock_guard lock(mapped->mutex);
    if (const auto found = mapped->mappings.find(pointer); found != mapped->mappings.end())
      mapped->mappings.erase(found);
    return done;
  });
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint number, const cl_mem* objects,
                                  cl_mem_migration_flags flags, cl_uint count, const cl_event* list,
                                  cl_event* event) {
  return call("clEnqueueMigrateMemObjects", [&]() -> Outcome<void> {
    const auto target = queue_of(queue);
    if (!target) return tl::unexpected(target.error());
    if (number == 0 || !objects) return refuse(CL_INVALID_VALUE, "there is no memory object to migrate");
    constexpr cl_mem_migration_flags kAll =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    if ((flags & ~kAll) != 0) return refuse(CL_INVALID_VALUE, "there is no such flag of migrations");
    for (cl_uint i = 0; i < number; ++i)
      if (auto buffer = buffer_of(objects[i], **target); !buffer) return tl::unexpected(buffer.error());
    return enqueue({*target, CL_COMMAND_MIGRATE_MEM_OBJECTS, {count, list, event}});
  });
}
