#include "runtime/api/command_buffer.hpp"

#include <algorithm>
#include <array>

#include "runtime/api/call.hpp"
#include "runtime/scheduling/command_buffer.hpp"

namespace lockstep::runtime {
namespace {

using CommandBuffer = _cl_command_buffer_khr;
using SyncPoints = std::vector<cl_sync_point_khr>;

Outcome<std::shared_ptr<CommandBuffer>> valid_buffer(cl_command_buffer_khr handle) {
  auto buffer = find(handle);
  if (!buffer) return refuse(CL_INVALID_COMMAND_BUFFER_KHR, "not a valid command buffer");
  return buffer;
}

// The arguments of a recording function that place its command in a command buffer.
struct Place {
  cl_command_buffer_khr buffer = nullptr;
  cl_command_queue queue = nullptr;
  cl_uint count = 0;
  const cl_sync_point_khr* list = nullptr;
  cl_sync_point_khr* point = nullptr;
  cl_mutable_command_khr* handle = nullptr;
};

Outcome<SyncPoints> sync_points_of(const Place& place, const CommandBuffer& buffer) {
  if ((place.list == nullptr) != (place.count == 0))
    return refuse(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, "the list of sync points does not match its length");
  SyncPoints points(place.list, place.list + place.count);
  for (const cl_sync_point_khr point : points)
    if (point == 0 || point > buffer.commands.size())
      return refuse(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, "this command buffer has no such sync point");
  return points;
}

Outcome<void> check_recording(const Place& place, const CommandBuffer& buffer) {
  if (buffer.is_finalised) return refuse(CL_INVALID_OPERATION, "the command buffer is finalised");
  if (place.queue)
    return refuse(CL_INVALID_COMMAND_QUEUE,
                  "for a command buffer of one queue, the queue argument must be NULL");
  if (place.handle) return refuse(CL_INVALID_VALUE, "recorded commands cannot be changed");
  return {};
}

// Records a command. `enqueue_on` is the function of the interface that checks and enqueues this command; its
// request is recorded instead of being enqueued.
template <class EnqueueOn>
cl_int record(std::string_view function, const Place& place, EnqueueOn enqueue_on) {
  return call(function, [&]() -> Outcome<void> {
    const auto buffer = valid_buffer(place.buffer);
    if (!buffer) return tl::unexpected(buffer.error());
    const std::lock_guard lock((*buffer)->mutex);
    if (auto valid = check_recording(place, **buffer); !valid) return valid;
    auto points = sync_points_of(place, **buffer);
    if (!points) return tl::unexpected(points.error());
    std::vector<CommandRequest> requests;
    record_requests(&requests);
    const cl_int code = enqueue_on((*buffer)->queue.get());
    record_requests(nullptr);
    if (code != CL_SUCCESS) return refuse(code, "the command cannot be recorded");
    for (CommandRequest& request : requests) (*buffer)->commands.push_back({std::move(request), *points});
    if (place.point) *place.point = static_cast<cl_sync_point_khr>((*buffer)->commands.size());
    return {};
  });
}

// The events of the commands in one run of a command buffer.
class RunEvents {
 public:
  RunEvents() = default;
  RunEvents(const RunEvents&) = delete;
  RunEvents& operator=(const RunEvents&) = delete;
  ~RunEvents() {
    for (const cl_event event : events_) clReleaseEvent(event);
  }
  cl_event* next() { return &events_.emplace_back(nullptr); }
  cl_event at(std::size_t index) const { return events_[index]; }
  const std::vector<cl_event>& all() const { return events_; }

 private:
  std::vector<cl_event> events_;
};

// Enqueues one run: the first command waits for the program's wait list, all other commands wait for the
// first command, and the last command waits for all commands.
Outcome<std::shared_ptr<_cl_event>> run_on(const std::shared_ptr<_cl_command_queue>& queue,
                                           const std::vector<CommandBuffer::Recorded>& commands,
                                           const WaitList& wait) {
  RunEvents events;
  if (auto begun = enqueue({queue, CL_COMMAND_MARKER, {wait.count, wait.events, events.next()}, false, true});
      !begun)
    return tl::unexpected(begun.error());
  for (const CommandBuffer::Recorded& recorded : commands) {
    std::vector<cl_event> before{events.at(0)};
    for (const cl_sync_point_khr point : recorded.waits_for) before.push_back(events.at(point));
    if (recorded.request.waits_for_all && recorded.waits_for.empty()) before = events.all();
    CommandRequest request = recorded.request;
    request.queue = queue;
    request.wait = {static_cast<cl_uint>(before.size()), before.data(), events.next()};
    if (auto done = enqueue(std::move(request)); !done) return tl::unexpected(done.error());
  }
  const std::vector<cl_event> all = events.all();
  cl_event end = nullptr;
  if (auto done = enqueue(
          {queue, CL_COMMAND_COMMAND_BUFFER_KHR, {static_cast<cl_uint>(all.size()), all.data(), &end}});
      !done)
    return tl::unexpected(done.error());
  auto kept = find(end);
  if (wait.event)
    *wait.event = end;
  else
    clReleaseEvent(end);
  return kept;
}

bool is_pending(CommandBuffer& buffer) {
  std::erase_if(buffer.ends, [](const auto& event) { return status_of(*event) <= CL_COMPLETE; });
  return !buffer.ends.empty();
}

cl_command_buffer_state_khr state_of(CommandBuffer& buffer) {
  if (!buffer.is_finalised) return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return is_pending(buffer) ? CL_COMMAND_BUFFER_STATE_PENDING_KHR : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

Outcome<std::shared_ptr<_cl_command_queue>> queue_for(const CommandBuffer& buffer, cl_uint count,
                                                      const cl_command_queue* queues) {
  if ((count == 0) != (queues == nullptr) || count > 1)
    return refuse(CL_INVALID_VALUE, "a command buffer of one queue must be enqueued in one queue");
  if (count == 0) return buffer.queue;
  auto queue = find(queues[0]);
  if (!queue) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
  if (queue->context != buffer.queue->context)
    return refuse(CL_INVALID_CONTEXT, "queue and command buffer belong to different contexts");
  if (queue->device != buffer.queue->device || queue->properties != buffer.queue->properties)
    return refuse(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
                  "the queue's device or properties differ from those of the recording's queue");
  return queue;
}

Outcome<bool> simultaneous_use(const cl_command_buffer_properties_khr* properties) {
  bool permits = false;
  for (; properties && *properties != 0; properties += 2) {
    constexpr cl_command_buffer_properties_khr kKnown = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR;
    if (properties[0] != CL_COMMAND_BUFFER_FLAGS_KHR || (properties[1] & ~kKnown) != 0)
      return refuse(CL_INVALID_VALUE, "command buffers have no such property or flag");
    permits = (properties[1] & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0;
  }
  return permits;
}

cl_command_buffer_khr create_buffer(cl_uint count, const cl_command_queue* queues,
                                    const cl_command_buffer_properties_khr* properties, cl_int* error) {
  return create("clCreateCommandBufferKHR", error, [&]() -> Outcome<std::shared_ptr<CommandBuffer>> {
    if (count != 1 || !queues)
      return refuse(CL_INVALID_VALUE, "Lockstep's command buffers must have exactly one queue");
    const auto queue = find(queues[0]);
    if (!queue) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
    const auto permits = simultaneous_use(properties);
    if (!permits) return tl::unexpected(permits.error());
    auto buffer = std::make_shared<CommandBuffer>();
    buffer->queue = queue;
    buffer->permits_simultaneous_use = *permits;
    for (; properties && *properties != 0; properties += 2)
      buffer->properties.insert(buffer->properties.end(), properties, properties + 2);
    if (properties) buffer->properties.push_back(0);
    return buffer;
  });
}

cl_int finalise(cl_command_buffer_khr handle) {
  return call("clFinalizeCommandBufferKHR", [&]() -> Outcome<void> {
    const auto buffer = valid_buffer(handle);
    if (!buffer) return tl::unexpected(buffer.error());
    const std::lock_guard lock((*buffer)->mutex);
    if ((*buffer)->is_finalised)
      return refuse(CL_INVALID_OPERATION, "the command buffer is already finalised");
    (*buffer)->is_finalised = true;
    return {};
  });
}

cl_int retain_buffer(cl_command_buffer_khr handle) {
  return retain("clRetainCommandBufferKHR", handle, CL_INVALID_COMMAND_BUFFER_KHR);
}
cl_int release_buffer(cl_command_buffer_khr handle) {
  return release("clReleaseCommandBufferKHR", handle, CL_INVALID_COMMAND_BUFFER_KHR);
}

cl_int enqueue_buffer(cl_uint queue_count, cl_command_queue* queues, cl_command_buffer_khr handle,
                      cl_uint count, const cl_event* list, cl_event* event) {
  return call("clEnqueueCommandBufferKHR", [&]() -> Outcome<void> {
    const auto found = valid_buffer(handle);
    if (!found) return tl::unexpected(found.error());
    CommandBuffer& buffer = **found;
    const auto queue = queue_for(buffer, queue_count, queues);
    if (!queue) return tl::unexpected(queue.error());
    const std::lock_guard lock(buffer.mutex);
    if (!buffer.is_finalised) return refuse(CL_INVALID_OPERATION, "the command buffer is not finalised");
    if (!buffer.permits_simultaneous_use && is_pending(buffer))
      return refuse(CL_INVALID_OPERATION,
                    "the command buffer still runs, and was created without "
                    "CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR");
    auto end = run_on(*queue, buffer.commands, {count, list, event});
    if (!end) return tl::unexpected(end.error());
    buffer.ends.push_back(std::move(*end));
    return {};
  });
}

cl_int get_info(cl_command_buffer_khr handle, cl_command_buffer_info_khr name, size_t size, void* value,
                size_t* needed) {
  return call("clGetCommandBufferInfoKHR", [&]() -> Outcome<void> {
    const auto found = valid_buffer(handle);
    if (!found) return tl::unexpected(found.error());
    CommandBuffer& buffer = **found;
    const std::lock_guard lock(buffer.mutex);
    const Query query(size, value, needed);
    switch (name) {
      case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
        return query.value(cl_uint{1});
      case CL_COMMAND_BUFFER_QUEUES_KHR:
        return query.value(cl_command_queue{buffer.queue.get()});
      case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
        return query.value(registry::references(handle));
      case CL_COMMAND_BUFFER_STATE_KHR:
        return query.value(state_of(buffer));
      case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
        return query.list(buffer.properties);
      default:
        return unknown_query(name);
    }
  });
}

cl_int add_barrier(cl_command_buffer_khr buffer, cl_command_queue queue, cl_uint count,
                   const cl_sync_point_khr* list, cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  return record("clCommandBarrierWithWaitListKHR", {buffer, queue, count, list, point, handle},
                [](cl_command_queue on) { return clEnqueueBarrierWithWaitList(on, 0, nullptr, nullptr); });
}

cl_int add_copy(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from, cl_mem to,
                size_t from_offset, size_t to_offset, size_t size, cl_uint count,
                const cl_sync_point_khr* list, cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  return record("clCommandCopyBufferKHR", {buffer, queue, count, list, point, handle},
                [&](cl_command_queue on) {
                  return clEnqueueCopyBuffer(on, from, to, from_offset, to_offset, size, 0, nullptr, nullptr);
                });
}

cl_int add_copy_rect(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from, cl_mem to,
                     const size_t* from_origin, const size_t* to_origin, const size_t* region,
                     size_t from_row, size_t from_slice, size_t to_row, size_t to_slice, cl_uint count,
                     const cl_sync_point_khr* list, cl_sync_point_khr* point,
                     cl_mutable_command_khr* handle) {
  return record("clCommandCopyBufferRectKHR", {buffer, queue, count, list, point, handle},
                [&](cl_command_queue on) {
                  return clEnqueueCopyBufferRect(on, from, to, from_origin, to_origin, region, from_row,
                                                 from_slice, to_row, to_slice, 0, nullptr, nullptr);
                });
}

cl_int add_copy_to_image(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from, cl_mem to,
                         size_t offset, const size_t* origin, const size_t* region, cl_uint count,
                         const cl_sync_point_khr* list, cl_sync_point_khr* point,
                         cl_mutable_command_khr* handle) {
  return record(
      "clCommandCopyBufferToImageKHR", {buffer, queue, count, list, point, handle}, [&](cl_command_queue on) {
        return clEnqueueCopyBufferToImage(on, from, to, offset, origin, region, 0, nullptr, nullptr);
      });
}

cl_int add_copy_image(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from, cl_mem to,
                      const size_t* from_origin, const size_t* to_origin, const size_t* region, cl_uint count,
                      const cl_sync_point_khr* list, cl_sync_point_khr* point,
                      cl_mutable_command_khr* handle) {
  return record(
      "clCommandCopyImageKHR", {buffer, queue, count, list, point, handle}, [&](cl_command_queue on) {
        return clEnqueueCopyImage(on, from, to, from_origin, to_origin, region, 0, nullptr, nullptr);
      });
}

cl_int add_copy_from_image(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem from, cl_mem to,
                           const size_t* origin, const size_t* region, size_t offset, cl_uint count,
                           const cl_sync_point_khr* list, cl_sync_point_khr* point,
                           cl_mutable_command_khr* handle) {
  return record(
      "clCommandCopyImageToBufferKHR", {buffer, queue, count, list, point, handle}, [&](cl_command_queue on) {
        return clEnqueueCopyImageToBuffer(on, from, to, origin, region, offset, 0, nullptr, nullptr);
      });
}

cl_int add_fill(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem to, const void* pattern,
                size_t pattern_size, size_t offset, size_t size, cl_uint count, const cl_sync_point_khr* list,
                cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  return record(
      "clCommandFillBufferKHR", {buffer, queue, count, list, point, handle}, [&](cl_command_queue on) {
        return clEnqueueFillBuffer(on, to, pattern, pattern_size, offset, size, 0, nullptr, nullptr);
      });
}

cl_int add_fill_image(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem to, const void* color,
                      const size_t* origin, const size_t* region, cl_uint count,
                      const cl_sync_point_khr* list, cl_sync_point_khr* point,
                      cl_mutable_command_khr* handle) {
  return record("clCommandFillImageKHR", {buffer, queue, count, list, point, handle},
                [&](cl_command_queue on) {
                  return clEnqueueFillImage(on, to, color, origin, region, 0, nullptr, nullptr);
                });
}

cl_int add_launch(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                  cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
                  const size_t* local, cl_uint count, const cl_sync_point_khr* list, cl_sync_point_khr* point,
                  cl_mutable_command_khr* handle) {
  return record("clCommandNDRangeKernelKHR", {buffer, queue, count, list, point, handle},
                [&](cl_command_queue on) -> cl_int {
                  if (properties && *properties != 0) return CL_INVALID_VALUE;
                  return clEnqueueNDRangeKernel(on, kernel, dimensions, offset, global, local, 0, nullptr,
                                                nullptr);
                });
}

struct NamedFunction {
  std::string_view name;
  void* function;
};

}  // namespace

void* command_buffer_function(std::string_view name) {
  const std::array functions{
      NamedFunction{"clCreateCommandBufferKHR", reinterpret_cast<void*>(create_buffer)},
      NamedFunction{"clFinalizeCommandBufferKHR", reinterpret_cast<void*>(finalise)},
      NamedFunction{"clRetainCommandBufferKHR", reinterpret_cast<void*>(retain_buffer)},
      NamedFunction{"clReleaseCommandBufferKHR", reinterpret_cast<void*>(release_buffer)},
      NamedFunction{"clEnqueueCommandBufferKHR", reinterpret_cast<void*>(enqueue_buffer)},
      NamedFunction{"clGetCommandBufferInfoKHR", reinterpret_cast<void*>(get_info)},
      NamedFunction{"clCommandBarrierWithWaitListKHR", reinterpret_cast<void*>(add_barrier)},
      NamedFunction{"clCommandCopyBufferKHR", reinterpret_cast<void*>(add_copy)},
      NamedFunction{"clCommandCopyBufferRectKHR", reinterpret_cast<void*>(add_copy_rect)},
      NamedFunction{"clCommandCopyBufferToImageKHR", reinterpret_cast<void*>(add_copy_to_image)},
      NamedFunction{"clCommandCopyImageKHR", reinterpret_cast<void*>(add_copy_image)},
      NamedFunction{"clCommandCopyImageToBufferKHR", reinterpret_cast<void*>(add_copy_from_image)},
      NamedFunction{"clCommandFillBufferKHR", reinterpret_cast<void*>(add_fill)},
      NamedFunction{"clCommandFillImageKHR", reinterpret_cast<void*>(add_fill_image)},
      NamedFunction{"clCommandNDRangeKernelKHR", reinterpret_cast<void*>(add_launch)}};
  const auto found = std::ranges::find(functions, name, &NamedFunction::name);
  return found == functions.end() ? nullptr : found->function;
}

}  // namespace lockstep::runtime
