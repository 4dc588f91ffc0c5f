// Sections 5.2 and 5.5 of the OpenCL specification: buffers, sub-buffers, and queries of memory objects.
#include "runtime/objects/memory.hpp"

#include <fmt/format.h>

#include "runtime/api/call.hpp"
#include "runtime/objects/memory_flags.hpp"
#include "runtime/objects/shared_memory.hpp"
#include "runtime/scheduling/host_views.hpp"
#include "runtime/scheduling/scheduler.hpp"

using namespace lockstep::runtime;

namespace {

Outcome<void> check_buffer(cl_mem_flags flags, std::size_t size, const void* host_ptr) {
  if (auto valid = check_flags(flags); !valid) return valid;
  if (size == 0) return refuse(CL_INVALID_BUFFER_SIZE, "a buffer must have at least one byte");
  if (size > max_buffer_bytes())
    return refuse(
        CL_INVALID_BUFFER_SIZE,
        fmt::format("a buffer can have at most {} bytes on these devices, not {}", max_buffer_bytes(), size));
  return check_host_pointer(flags, host_ptr);
}

using NewBuffer = Outcome<std::shared_ptr<_cl_mem>>;

NewBuffer buffer_of_shared_memory(const std::shared_ptr<_cl_mem>& whole, cl_mem_flags flags, std::size_t size,
                                  void* address) {
  auto buffer = std::make_shared<_cl_mem>();
  buffer->context = whole->context;
  buffer->flags = with_access(flags);
  buffer->size = size;
  buffer->storage = whole->storage;
  buffer->parent = whole;
  buffer->host_ptr = address;
  buffer->offset =
      static_cast<std::size_t>(static_cast<std::byte*>(address) - whole->storage->shared_address);
  if (size > whole->size - buffer->offset)
    return refuse(CL_INVALID_BUFFER_SIZE, "the buffer reaches beyond the allocation of clSVMAlloc");
  return buffer;
}

NewBuffer make_buffer(std::string_view function, cl_context context, cl_mem_flags flags, std::size_t size,
                      void* host_ptr) {
  const auto owner = find(context);
  if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
  if (auto valid = check_buffer(flags, size, host_ptr); !valid) return tl::unexpected(valid.error());
  if (auto whole = shared_memory::find(*owner, host_ptr); whole && (flags & CL_MEM_USE_HOST_PTR) != 0)
    return buffer_of_shared_memory(whole, flags, size, host_ptr);
  auto buffer = std::make_shared<_cl_mem>();
  buffer->context = owner;
  buffer->flags = with_access(flags);
  buffer->size = size;
  auto storage = Storage::allocate(size);
  if (!storage) return tl::unexpected(storage.error());
  buffer->storage = std::move(*storage);
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) buffer->host_ptr = host_ptr;
  buffer->storage->results->is_copy_of_host = buffer->host_ptr && delivery() == Delivery::late;
  if (host_ptr) {
    std::memcpy(buffer->bytes(), host_ptr, size);
    buffer->storage->mark_written(0, size);
  }
  if (buffer->storage->results->is_copy_of_host) begin_host_view(*buffer);
  record_creation(*buffer, function);
  return buffer;
}

NewBuffer make_part(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type, const void* info) {
  const auto parent = find(whole);
  if (!parent || parent->is_sub_buffer() || parent->image)
    return refuse(CL_INVALID_MEM_OBJECT, "not a buffer, or already a sub-buffer");
  const auto allowed = flags_of_part(parent->flags, flags);
  if (!allowed) return tl::unexpected(allowed.error());
  if (type != CL_BUFFER_CREATE_TYPE_REGION || !info)
    return refuse(CL_INVALID_VALUE, "a sub-buffer must be created from a region");
  const auto region = *static_cast<const cl_buffer_region*>(info);
  if (region.size == 0) return refuse(CL_INVALID_BUFFER_SIZE, "a sub-buffer must have at least one byte");
  if (region.origin > parent->size || region.size > parent->size - region.origin)
    return refuse(CL_INVALID_VALUE, "the region is not inside the buffer");
  if (region.origin % kBaseAlignment != 0)
    return refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET,
                  fmt::format("a sub-buffer must begin at a multiple of {} bytes", kBaseAlignment));
  auto part = std::make_shared<_cl_mem>();
  part->context = parent->context;
  part->parent = parent;
  part->storage = parent->storage;
  part->offset = parent->offset + region.origin;
  part->size = region.size;
  part->flags = *allowed;
  if (parent->host_ptr) part->host_ptr = static_cast<std::byte*>(parent->host_ptr) + region.origin;
  return part;
}

Outcome<void> answer(_cl_mem& memory, cl_mem_info name, const Query& query) {
  switch (name) {
    case CL_MEM_TYPE:
      return query.value(memory.image ? memory.image->type : cl_mem_object_type{CL_MEM_OBJECT_BUFFER});
    case CL_MEM_FLAGS:
      return query.value(memory.flags);
    case CL_MEM_SIZE:
      return query.value(memory.size);
    case CL_MEM_HOST_PTR:
      return query.value(memory.host_ptr);
    case CL_MEM_MAP_COUNT: {
      const std::lock_guard lock(memory.mutex);
      return query.value(static_cast<cl_uint>(memory.mappings.size()));
    }
    case CL_MEM_REFERENCE_COUNT:
      return query.value(registry::references(&memory));
    case CL_MEM_CONTEXT:
      return query.value(memory.context.get());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return query.value(memory.image || memory.is_sub_buffer() ? memory.parent.get() : nullptr);
    case CL_MEM_OFFSET:
      return query.value(memory.is_sub_buffer() ? memory.offset - memory.parent->offset : std::size_t{0});
    case CL_MEM_USES_SVM_POINTER:
      return query.value(memory.is_shared() ? cl_bool{CL_TRUE} : cl_bool{CL_FALSE});
    case CL_MEM_PROPERTIES:
      return query.list(memory.properties);
    default:
      return unknown_query(name);
  }
}

}  // namespace

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr, cl_int* error) {
  return create("clCreateBuffer", error,
                [&] { return make_buffer("clCreateBuffer", context, flags, size, host_ptr); });
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                    cl_mem_flags flags, size_t size, void* host_ptr, cl_int* error) {
  return create("clCreateBufferWithProperties", error, [&]() -> NewBuffer {
    if (properties && *properties != 0)
      return refuse(CL_INVALID_PROPERTY, "buffers have no properties in OpenCL 3.0");
    auto buffer = make_buffer("clCreateBufferWithProperties", context, flags, size, host_ptr);
    if (buffer && properties) (*buffer)->properties = {0};
    return buffer;
  });
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* info,
                         cl_int* error) {
  return create("clCreateSubBuffer", error, [&] { return make_part(buffer, flags, type, info); });
}

cl_int clRetainMemObject(cl_mem memory) { return retain("clRetainMemObject", memory, CL_INVALID_MEM_OBJECT); }
// A program may wait for the destructor callbacks, so the commands that hold the object must run.
cl_int clReleaseMemObject(cl_mem memory) {
  if (const auto object = find(memory); object && object->has_destructors()) run_all();
  return release("clReleaseMemObject", memory, CL_INVALID_MEM_OBJECT);
}

cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void* value, size_t* needed) {
  return call("clGetMemObjectInfo", [&]() -> Outcome<void> {
    const auto object = find(memory);
    if (!object) return refuse(CL_INVALID_MEM_OBJECT, "not a valid memory object");
    return answer(*object, name, Query(size, value, needed));
  });
}

cl_int clSetMemObjectDestructorCallback(cl_mem memory, void(CL_CALLBACK* notify)(cl_mem, void*),
                                        void* user_data) {
  return call("clSetMemObjectDestructorCallback", [&]() -> Outcome<void> {
    const auto object = find(memory);
    if (!object) return refuse(CL_INVALID_MEM_OBJECT, "not a valid memory object");
    if (!notify) return refuse(CL_INVALID_VALUE, "the function is NULL");
    const std::lock_guard lock(object->mutex);
    object->destructors.push_back([=] { notify(memory, user_data); });
    return {};
  });
}
