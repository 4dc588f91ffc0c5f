// Section 5.6 of the OpenCL specification: shared virtual memory, coarse-grained buffers.
#include "runtime/objects/shared_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/base/text/text.hpp"
#include "runtime/api/call.hpp"
#include "runtime/api/target.hpp"
#include "runtime/objects/kernel.hpp"
#include "runtime/scheduling/host_views.hpp"
#include "runtime/scheduling/scheduler.hpp"

using namespace lockstep::runtime;

namespace {

constexpr std::size_t kMaxAlignment = 4096;
constexpr std::size_t kUsualAlignment = 128;  // alignment of the largest type, long16

bool has_shared_memory(const _cl_context& context) {
  return std::ranges::any_of(context.devices, [](cl_device_id device) { return device->is_version_3(); });
}

bool is_right_request(const _cl_context& context, cl_svm_mem_flags flags, std::size_t size,
                      std::size_t alignment) {
  constexpr cl_svm_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  return has_shared_memory(context) && (flags & ~kAccess) == 0 && std::popcount(flags) <= 1 && size != 0 &&
         size <= max_buffer_bytes() && (alignment == 0 || std::has_single_bit(alignment)) &&
         alignment <= kMaxAlignment;
}

Box row_at(std::size_t offset) { return {{offset, 0, 0}, 0, 0}; }

Outcome<std::shared_ptr<_cl_command_queue>> shared_queue(cl_command_queue handle) {
  auto queue = queue_of(handle);
  if (queue && !(*queue)->device->is_version_3())
    return refuse(CL_INVALID_OPERATION, "this device has no shared virtual memory");
  return queue;
}

// A range of an allocation, or of other memory of the program.
struct SharedRange {
  std::shared_ptr<_cl_mem> memory;  // null: memory of the program
  std::size_t offset = 0;
};

Outcome<SharedRange> range_at(const _cl_context& context, const void* address, std::size_t size) {
  if (!address) return refuse(CL_INVALID_VALUE, "the pointer is NULL");
  SharedRange found{shared_memory::find(context, address)};
  if (!found.memory) return found;
  found.offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) -
                                          found.memory->storage->shared_address);
  if (size > found.memory->size - found.offset)
    return refuse(CL_INVALID_VALUE,
                  fmt::format("the range reaches beyond the allocation of {} bytes", found.memory->size));
  return found;
}

Outcome<SharedRange> shared_range_at(const _cl_context& context, const void* address, std::size_t size) {
  auto found = range_at(context, address, size);
  if (found && !found->memory)
    return refuse(CL_INVALID_VALUE, "the pointer does not point to memory that clSVMAlloc returned");
  return found;
}

struct Copy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t size = 0;
};

// A copy between shared memory and memory of the program, or within either of them.
Outcome<CommandRequest> copy_request(const Copy& wanted, CommandRequest request) {
  constexpr const char* kCall = "clEnqueueSVMMemcpy";
  const _cl_context& context = *request.queue->context;
  auto to = range_at(context, wanted.to, wanted.size);
  if (!to) return tl::unexpected(to.error());
  auto from = range_at(context, wanted.from, wanted.size);
  if (!from) return tl::unexpected(from.error());
  const Triple region{wanted.size, 1, 1};
  request.execute = [wanted, region, to = *to, from = *from] {
    if (to.memory && from.memory)
      copy(kCall, *from.memory, row_at(from.offset), *to.memory, row_at(to.offset), region);
    else if (to.memory)
      write(kCall, *to.memory, row_at(to.offset), region, static_cast<const std::byte*>(wanted.from), {});
    else if (from.memory)
      read(kCall, *from.memory, row_at(from.offset), region, static_cast<std::byte*>(wanted.to), {});
    else
      std::memcpy(wanted.to, wanted.from, wanted.size);
    return Outcome<void>();
  };
  if (from->memory) request.parts.push_back({from->memory, row_at(from->offset), region, false});
  if (to->memory) request.parts.push_back({to->memory, row_at(to->offset), region, true});
  if (!from->memory) request.host = {{static_cast<const std::byte*>(wanted.from), {}, region}, false};
  if (!to->memory) request.host = {{static_cast<const std::byte*>(wanted.to), {}, region}, true};
  return request;
}

bool meet(const Copy& copy) {
  const auto *to = static_cast<const std::byte*>(copy.to), *from = static_cast<const std::byte*>(copy.from);
  return to < from + copy.size && from < to + copy.size;
}

using FreeFunction = void(CL_CALLBACK*)(cl_command_queue, cl_uint, void*[], void*);

void free_all(const std::shared_ptr<_cl_command_queue>& queue, std::vector<void*>& pointers,
              FreeFunction call, void* data) {
  if (call) return call(queue.get(), static_cast<cl_uint>(pointers.size()), pointers.data(), data);
  for (void* pointer : pointers) shared_memory::release(*queue->context, pointer);
}

Outcome<std::vector<std::shared_ptr<_cl_mem>>> allocations_of(const _cl_kernel& kernel, std::size_t size,
                                                              const void* value) {
  if (size == 0 || size % sizeof(void*) != 0)
    return refuse(CL_INVALID_VALUE, "the size must be that of a list of pointers");
  std::vector<std::shared_ptr<_cl_mem>> found;
  for (std::size_t i = 0; i < size / sizeof(void*); ++i) {
    const void* pointer = static_cast<const void* const*>(value)[i];
    auto memory = shared_memory::find(*kernel.program->context, pointer);
    if (!memory)
      return refuse(CL_INVALID_VALUE, fmt::format("pointer {} of the list does not point to memory that "
                                                  "clSVMAlloc returned",
                                                  i));
    found.push_back(std::move(memory));
  }
  return found;
}

}  // namespace

void* clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return give_pointer("clSVMAlloc", nullptr, [&]() -> Outcome<void*> {
    const auto owner = find(context);
    if (!owner || !is_right_request(*owner, flags, size, alignment)) return nullptr;
    const auto memory = shared_memory::allocate(owner, flags == 0 ? cl_mem_flags{CL_MEM_READ_WRITE} : flags,
                                                size, std::max<std::size_t>(alignment, kUsualAlignment));
    if (!memory) return nullptr;
    record_creation(*memory, "clSVMAlloc");
    if (delivery() == Delivery::late) begin_host_view(*memory);
    return memory->host_ptr;
  });
}

void clSVMFree(cl_context context, void* pointer) {
  if (const auto owner = find(context)) shared_memory::release(*owner, pointer);
}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint number, void* pointers[], FreeFunction function,
                        void* data, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueSVMFree", [&]() -> Outcome<void> {
    const auto target = shared_queue(queue);
    if (!target) return tl::unexpected(target.error());
    if ((number == 0) != (pointers == nullptr))
      return refuse(CL_INVALID_VALUE, "the list of pointers does not match its length");
    std::vector<void*> kept(pointers, pointers + number);
    if (std::ranges::find(kept, nullptr) != kept.end()) return refuse(CL_INVALID_VALUE, "a pointer is NULL");
    CommandRequest request{*target, CL_COMMAND_SVM_FREE, {count, list, event}};
    request.execute = [on = *target, kept, function, data]() mutable {
      free_all(on, kept, function, data);
      return Outcome<void>();
    };
    return enqueue(std::move(request));
  });
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void* to, const void* from, size_t size,
                          cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueSVMMemcpy", [&]() -> Outcome<void> {
    const auto target = shared_queue(queue);
    if (!target) return tl::unexpected(target.error());
    const Copy wanted{to, from, size};
    CommandRequest request{*target, CL_COMMAND_SVM_MEMCPY, {count, list, event}, blocking != CL_FALSE};
    if (size == 0)
      return to && from ? enqueue(std::move(request)) : refuse(CL_INVALID_VALUE, "a pointer is NULL");
    if (to && from && meet(wanted)) return refuse(CL_MEM_COPY_OVERLAP, "source and target overlap");
    auto complete = copy_request(wanted, std::move(request));
    if (!complete) return tl::unexpected(complete.error());
    return enqueue(std::move(*complete));
  });
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void* pointer, const void* pattern, size_t pattern_size,
                           size_t size, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueSVMMemFill", [&]() -> Outcome<void> {
    const auto target = shared_queue(queue);
    if (!target) return tl::unexpected(target.error());
    constexpr std::size_t kMaxPattern = 128;
    if (!pattern || !std::has_single_bit(pattern_size) || pattern_size > kMaxPattern)
      return refuse(CL_INVALID_VALUE, "a pattern must have 1, 2, 4, 8, 16, 32, 64 or 128 bytes");
    if (std::bit_cast<std::uintptr_t>(pointer) % pattern_size != 0 || size % pattern_size != 0)
      return refuse(CL_INVALID_VALUE,
                    "the pointer and the size must be multiples of the size of the pattern");
    const auto found = shared_range_at(*(*target)->context, pointer, size);
    if (!found) return tl::unexpected(found.error());
    const auto* bytes = static_cast<const std::byte*>(pattern);
    CommandRequest request{*target, CL_COMMAND_SVM_MEMFILL, {count, list, event}};
    if (size == 0) return enqueue(std::move(request));
    request.execute = [to = *found, size, kept = std::vector(bytes, bytes + pattern_size)] {
      fill("clEnqueueSVMMemFill", *to.memory, row_at(to.offset), {size, 1, 1}, kept);
      return Outcome<void>();
    };
    request.parts = {{found->memory, row_at(found->offset), {size, 1, 1}, true}};
    return enqueue(std::move(request));
  });
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* pointer,
                       size_t size, cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueSVMMap", [&]() -> Outcome<void> {
    const auto target = shared_queue(queue);
    if (!target) return tl::unexpected(target.error());
    if (size == 0) return refuse(CL_INVALID_VALUE, "a mapped region must have at least one byte");
    const auto found = shared_range_at(*(*target)->context, pointer, size);
    if (!found) return tl::unexpected(found.error());
    const auto mapped = enqueue_map({*target, found->memory},
                                    {"clEnqueueSVMMap",
                                     CL_COMMAND_SVM_MAP,
                                     blocking != CL_FALSE,
                                     flags,
                                     {row_at(found->offset), row_at(found->offset), {size, 1, 1}}},
                                    {count, list, event});
    if (!mapped) return tl::unexpected(mapped.error());
    return {};
  });
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void* pointer, cl_uint count, const cl_event* list,
                         cl_event* event) {
  return call("clEnqueueSVMUnmap", [&]() -> Outcome<void> {
    const auto target = shared_queue(queue);
    if (!target) return tl::unexpected(target.error());
    const auto found = shared_range_at(*(*target)->context, pointer, 0);
    if (!found) return tl::unexpected(found.error());
    return enqueue_unmap({*target, found->memory}, CL_COMMAND_SVM_UNMAP, pointer, {count, list, event});
  });
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint number, const void** pointers,
                              const size_t* sizes, cl_mem_migration_flags flags, cl_uint count,
                              const cl_event* list, cl_event* event) {
  return call("clEnqueueSVMMigrateMem", [&]() -> Outcome<void> {
    const auto target = shared_queue(queue);
    if (!target) return tl::unexpected(target.error());
    constexpr cl_mem_migration_flags kAll =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    if (number == 0 || !pointers) return refuse(CL_INVALID_VALUE, "there is no memory to migrate");
    if ((flags & ~kAll) != 0) return refuse(CL_INVALID_VALUE, "migrations have no such flag");
    for (cl_uint i = 0; i < number; ++i)
      if (auto found = shared_range_at(*(*target)->context, pointers[i], sizes ? sizes[i] : 0); !found)
        return tl::unexpected(found.error());
    return enqueue({*target, CL_COMMAND_SVM_MIGRATE_MEM, {count, list, event}});
  });
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void* pointer) {
  return call("clSetKernelArgSVMPointer", [&]() -> Outcome<void> {
    const auto object = find(kernel);
    if (!object) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    if (!has_shared_memory(*object->program->context))
      return refuse(CL_INVALID_OPERATION, "the devices of this context have no shared virtual memory");
    if (index >= object->kernel->parameters.size())
      return refuse(CL_INVALID_ARG_INDEX,
                    fmt::format("kernel {} takes {}; the first has index 0", object->kernel->name,
                                lockstep::plural(object->kernel->parameters.size(), "argument")));
    const auto kind = object->kernel->parameters[index].kind;
    using ParameterKind = lockstep::sim::Parameter::Kind;
    if (kind != ParameterKind::global_buffer && kind != ParameterKind::constant_buffer)
      return refuse(CL_INVALID_ARG_VALUE, "the argument is not a pointer to global or constant memory");
    MemoryValue value;
    if (pointer) {
      const auto whole = shared_memory::find(*object->program->context, pointer);
      if (!whole)
        return refuse(CL_INVALID_ARG_VALUE, "the pointer does not point to memory that clSVMAlloc returned");
      value.memory = shared_memory::part_at(whole, pointer);
    }
    std::string place = Journal::of_process().place();
    const std::lock_guard lock(object->mutex);
    object->arguments[index] = KeptArgument(value);
    object->argument_places[index] = std::move(place);
    return {};
  });
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void* value) {
  return call("clSetKernelExecInfo", [&]() -> Outcome<void> {
    const auto object = find(kernel);
    if (!object) return refuse(CL_INVALID_KERNEL, "not a valid kernel");
    if (!has_shared_memory(*object->program->context))
      return refuse(CL_INVALID_OPERATION, "the devices of this context have no shared virtual memory");
    if (!value && size == 0 && name == CL_KERNEL_EXEC_INFO_SVM_PTRS) {
      const std::lock_guard lock(object->mutex);
      object->reached.clear();
      return {};
    }
    if (!value) return refuse(CL_INVALID_VALUE, "the value is NULL");
    if (name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM) {
      if (size != sizeof(cl_bool)) return refuse(CL_INVALID_VALUE, "the value must be a cl_bool");
      if (*static_cast<const cl_bool*>(value) == CL_FALSE) return {};
      return refuse(CL_INVALID_OPERATION,
                    "Lockstep's devices share buffers only, not all memory of the program");
    }
    if (name != CL_KERNEL_EXEC_INFO_SVM_PTRS)
      return refuse(CL_INVALID_VALUE, "kernels have no such execution information");
    auto found = allocations_of(*object, size, value);
    if (!found) return tl::unexpected(found.error());
    const std::lock_guard lock(object->mutex);
    object->reached = std::move(*found);
    return {};
  });
}
