// Sections 5.2.2 to 5.2.4 and 5.5 of the OpenCL specification: reading, writing, copying, filling and mapping
// buffers; unmapping and migrating memory objects.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <type_traits>

#include "runtime/api/call.hpp"
#include "runtime/api/target.hpp"
#include "runtime/scheduling/scheduler.hpp"

using namespace lockstep::runtime;

namespace {

Outcome<void> check_inside(const _cl_mem& buffer, const Box& box, const Triple& region) {
  if (end_of(box, region) <= buffer.size) return {};
  return refuse(CL_INVALID_VALUE,
                fmt::format("the region is not inside the buffer of {} bytes", buffer.size));
}

// Returns a range of bytes as a box with one row.
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

// Whether an interval of `size` bytes at one of the two places, repeated every `pitch` bytes, never overlaps
// the interval at the other place.
bool fits_between(std::size_t a, std::size_t b, std::size_t size, std::size_t pitch) {
  return (b >= a + size && b + size <= a + pitch) || (a >= b + size && a + size <= b + pitch);
}

// Whether source and target overlap, as defined in the specification's appendix on CL_MEM_COPY_OVERLAP.
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

// Returns a rectangle of a buffer, after checking that it is inside the buffer.
using FindRectangle = std::function<Outcome<Rectangle>(const _cl_mem&)>;

FindRectangle range_of(std::size_t offset, std::size_t size) {
  return [=](const _cl_mem& buffer) {
    return check_inside(buffer, offset, size).map([&] { return Rectangle{{size, 1, 1}, range(offset), {}}; });
  };
}

template <class... Arguments>
FindRectangle rectangle_in(Arguments... arguments) {
  return [=](const _cl_mem& buffer) {
    return rectangle_of(arguments...).and_then([&](const Rectangle& rectangle) {
      return check_inside(buffer, rectangle.buffer, rectangle.region).map([&] { return rectangle; });
    });
  };
}

struct HostTransfer {
  const char* call;
  cl_command_type type;
  bool blocks;
};

// A transfer between a buffer and memory of the host: a read if the host pointer is writable, otherwise
// a write.
template <class Byte>
cl_int transfer(const HostTransfer& what, cl_command_queue queue, cl_mem buffer, const FindRectangle& find,
                Byte* host, const WaitList& wait) {
  constexpr bool reads = !std::is_const_v<Byte>;
  return call(what.call, [&]() -> Outcome<void> {
    const auto target = target_of(queue, buffer, buffer_of);
    if (!target) return tl::unexpected(target.error());
    const Outcome<Rectangle> box = find(*target->memory);
    if (!box) return tl::unexpected(box.error());
    if (!host) return refuse(CL_INVALID_VALUE, "the pointer to the data is NULL");
    if (auto allowed = check_access(*target->memory, reads ? kUnreadable : kUnwritable); !allowed)
      return allowed;
    const auto move = [name = what.call, memory = target->memory, box = *box, host] {
      if constexpr (std::is_const_v<Byte>)
        write(name, *memory, box.buffer, box.region, host, box.host);
      else
        read(name, *memory, box.buffer, box.region, host, box.host);
      return Outcome<void>();
    };
    CommandRequest request{target->queue, what.type, wait, what.blocks};
    request.execute = move;
    request.parts = {{target->memory, box->buffer, box->region, !reads}};
    request.host = {{host, box->host, box->region}, reads};
    return enqueue(std::move(request));
  });
}

// A copy between two buffers, which may be identical.
Outcome<void> enqueue_copy(const HostTransfer& what, const Target& from, const std::shared_ptr<_cl_mem>& to,
                           const Rectangle& rectangle, const WaitList& wait) {
  if (from.memory == to && (rectangle.buffer.row_pitch != rectangle.host.row_pitch ||
                            rectangle.buffer.slice_pitch != rectangle.host.slice_pitch))
    return refuse(CL_INVALID_VALUE, "within one buffer, source and target must have the same pitches");
  if (overlaps(*from.memory, rectangle.buffer, *to, rectangle.host, rectangle.region))
    return refuse(CL_MEM_COPY_OVERLAP, "source and target overlap");
  CommandRequest request{from.queue, what.type, wait};
  request.execute = [name = what.call, from = from.memory, to, rectangle] {
    copy(name, *from, rectangle.buffer, *to, rectangle.host, rectangle.region);
    return Outcome<void>();
  };
  request.parts = {{from.memory, rectangle.buffer, rectangle.region, false},
                   {to, rectangle.host, rectangle.region, true}};
  return enqueue(std::move(request));
}

}  // namespace

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* pointer, cl_uint count, const cl_event* list, cl_event* event) {
  return transfer({"clEnqueueReadBuffer", CL_COMMAND_READ_BUFFER, blocking != CL_FALSE}, queue, buffer,
                  range_of(offset, size), static_cast<std::byte*>(pointer), {count, list, event});
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* pointer, cl_uint count, const cl_event* list,
                            cl_event* event) {
  return transfer({"clEnqueueWriteBuffer", CL_COMMAND_WRITE_BUFFER, blocking != CL_FALSE}, queue, buffer,
                  range_of(offset, size), static_cast<const std::byte*>(pointer), {count, list, event});
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                               size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                               void* pointer, cl_uint count, const cl_event* list, cl_event* event) {
  return transfer(
      {"clEnqueueReadBufferRect", CL_COMMAND_READ_BUFFER_RECT, blocking != CL_FALSE}, queue, buffer,
      rectangle_in(buffer_origin, host_origin, region, buffer_row, buffer_slice, host_row, host_slice),
      static_cast<std::byte*>(pointer), {count, list, event});
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                                const void* pointer, cl_uint count, const cl_event* list, cl_event* event) {
  return transfer(
      {"clEnqueueWriteBufferRect", CL_COMMAND_WRITE_BUFFER_RECT, blocking != CL_FALSE}, queue, buffer,
      rectangle_in(buffer_origin, host_origin, region, buffer_row, buffer_slice, host_row, host_slice),
      static_cast<const std::byte*>(pointer), {count, list, event});
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem target, size_t source_offset,
                           size_t target_offset, size_t size, cl_uint count, const cl_event* list,
                           cl_event* event) {
  return call("clEnqueueCopyBuffer", [&]() -> Outcome<void> {
    const auto from = target_of(queue, source, buffer_of);
    if (!from) return tl::unexpected(from.error());
    const auto to = buffer_of(target, *from->queue);
    if (!to) return tl::unexpected(to.error());
    if (auto inside = check_inside(*from->memory, source_offset, size); !inside) return inside;
    if (auto inside = check_inside(**to, target_offset, size); !inside) return inside;
    return enqueue_copy({"clEnqueueCopyBuffer", CL_COMMAND_COPY_BUFFER, false}, *from, *to,
                        {{size, 1, 1}, range(source_offset), range(target_offset)}, {count, list, event});
  });
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem source, cl_mem target,
                               const size_t* source_origin, const size_t* target_origin, const size_t* region,
                               size_t source_row, size_t source_slice, size_t target_row, size_t target_slice,
                               cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueCopyBufferRect", [&]() -> Outcome<void> {
    const auto from = target_of(queue, source, buffer_of);
    if (!from) return tl::unexpected(from.error());
    const auto to = buffer_of(target, *from->queue);
    if (!to) return tl::unexpected(to.error());
    const auto box = rectangle_of(source_origin, target_origin, region, source_row, source_slice, target_row,
                                  target_slice);
    if (!box) return tl::unexpected(box.error());
    if (auto inside = check_inside(*from->memory, box->buffer, box->region); !inside) return inside;
    if (auto inside = check_inside(**to, box->host, box->region); !inside) return inside;
    return enqueue_copy({"clEnqueueCopyBufferRect", CL_COMMAND_COPY_BUFFER_RECT, false}, *from, *to, *box,
                        {count, list, event});
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueFillBuffer", [&]() -> Outcome<void> {
    const auto target = target_of(queue, buffer, buffer_of);
    if (!target) return tl::unexpected(target.error());
    if (auto inside = check_inside(*target->memory, offset, size); !inside) return inside;
    const bool is_size = pattern_size != 0 && (pattern_size & (pattern_size - 1)) == 0 && pattern_size <= 128;
    if (!pattern || !is_size)
      return refuse(CL_INVALID_VALUE, "a pattern must have 1, 2, 4, 8, 16, 32, 64 or 128 bytes");
    if (offset % pattern_size != 0 || size % pattern_size != 0)
      return refuse(CL_INVALID_VALUE, "the offset and the size must be multiples of the size of the pattern");
    const auto* bytes = static_cast<const std::byte*>(pattern);
    CommandRequest request{target->queue, CL_COMMAND_FILL_BUFFER, {count, list, event}};
    request.execute = [to = target->memory, offset, size, kept = std::vector(bytes, bytes + pattern_size)] {
      fill("clEnqueueFillBuffer", *to, range(offset), {size, 1, 1}, kept);
      return Outcome<void>();
    };
    request.parts = {{target->memory, range(offset), {size, 1, 1}, true}};
    return enqueue(std::move(request));
  });
}

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                         size_t offset, size_t size, cl_uint count, const cl_event* list, cl_event* event,
                         cl_int* error) {
  return give_pointer("clEnqueueMapBuffer", error, [&]() -> Outcome<void*> {
    const auto target = target_of(queue, buffer, buffer_of);
    if (!target) return tl::unexpected(target.error());
    if (auto inside = check_inside(*target->memory, offset, size); !inside)
      return tl::unexpected(inside.error());
    if (size == 0) return refuse(CL_INVALID_VALUE, "a mapped region must have at least one byte");
    return enqueue_map(*target,
                       {"clEnqueueMapBuffer",
                        CL_COMMAND_MAP_BUFFER,
                        blocking != CL_FALSE,
                        flags,
                        {range(offset), range(offset), {size, 1, 1}}},
                       {count, list, event});
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* pointer, cl_uint count,
                               const cl_event* list, cl_event* event) {
  return call("clEnqueueUnmapMemObject", [&]() -> Outcome<void> {
    const auto target = target_of(queue, memory, memory_of);
    if (!target) return tl::unexpected(target.error());
    return enqueue_unmap(*target, CL_COMMAND_UNMAP_MEM_OBJECT, pointer, {count, list, event});
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
    if ((flags & ~kAll) != 0) return refuse(CL_INVALID_VALUE, "migrations have no such flag");
    for (cl_uint i = 0; i < number; ++i)
      if (auto memory = memory_of(objects[i], **target); !memory) return tl::unexpected(memory.error());
    return enqueue({*target, CL_COMMAND_MIGRATE_MEM_OBJECTS, {count, list, event}});
  });
}
