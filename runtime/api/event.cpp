// Sections 5.11 to 5.14 of the OpenCL specification: events, markers, barriers, profiling.
#include "runtime/api/call.hpp"
#include "runtime/scheduling/scheduler.hpp"

using namespace lockstep::runtime;

namespace {

Outcome<void> answer(const std::shared_ptr<_cl_event>& object, cl_event_info name, const Query& query) {
  const _cl_event& event = *object;
  switch (name) {
    case CL_EVENT_COMMAND_QUEUE:
      return query.value(event.queue.get());
    case CL_EVENT_CONTEXT:
      return query.value(event.context.get());
    case CL_EVENT_COMMAND_TYPE:
      return query.value(event.type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return query.value(answer_status(object));
    case CL_EVENT_REFERENCE_COUNT:
      return query.value(registry::references(&event));
    default:
      return unknown_query(name);
  }
}

Outcome<void> profile(const _cl_event& event, cl_profiling_info name, const Query& query) {
  if (name < CL_PROFILING_COMMAND_QUEUED || name > CL_PROFILING_COMMAND_COMPLETE) return unknown_query(name);
  if (!event.queue || !event.queue->has_profiling())
    return refuse(CL_PROFILING_INFO_NOT_AVAILABLE,
                  "the queue was created without CL_QUEUE_PROFILING_ENABLE, or the event is a user event");
  if (status_of(event) != CL_COMPLETE)
    return refuse(CL_PROFILING_INFO_NOT_AVAILABLE, "the command is not complete; wait for its event first");
  return query.value(event.times[name - CL_PROFILING_COMMAND_QUEUED]);
}

Outcome<void> enqueue_marker(cl_command_queue queue, cl_command_type type, WaitList wait) {
  const auto object = find(queue);
  if (!object) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
  CommandRequest request{object, type, wait};
  request.waits_for_all = true;
  request.is_barrier = type == CL_COMMAND_BARRIER;
  return enqueue(std::move(request));
}

}  // namespace

cl_event clCreateUserEvent(cl_context context, cl_int* error) {
  return create("clCreateUserEvent", error, [&]() -> Outcome<std::shared_ptr<_cl_event>> {
    auto event = std::make_shared<_cl_event>();
    event->context = find(context);
    event->status = CL_SUBMITTED;
    if (!event->context) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    return event;
  });
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
  return call("clSetUserEventStatus", [&]() -> Outcome<void> {
    const auto object = find(event);
    if (!object || object->type != CL_COMMAND_USER) return refuse(CL_INVALID_EVENT, "not a valid user event");
    if (status > CL_COMPLETE)
      return refuse(CL_INVALID_VALUE,
                    "the status of a user event must be CL_COMPLETE or a negative error code");
    if (!set_user_status(object, status))
      return refuse(CL_INVALID_OPERATION, "the status of this user event has already been set");
    return {};
  });
}

cl_int clWaitForEvents(cl_uint count, const cl_event* list) {
  return call("clWaitForEvents", [&]() -> Outcome<void> {
    if (count == 0 || !list) return refuse(CL_INVALID_VALUE, "there is no event to wait for");
    const auto first = find(list[0]);
    if (!first) return refuse(CL_INVALID_EVENT, "the list contains something that is not an event");
    auto events = events_of({count, list}, *first->context);
    if (!events && events.error().code == CL_INVALID_EVENT_WAIT_LIST)
      return refuse(CL_INVALID_EVENT, events.error().reason);
    if (!events) return tl::unexpected(events.error());
    return wait_for(*events);
  });
}

cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void* value, size_t* needed) {
  return call("clGetEventInfo", [&]() -> Outcome<void> {
    const auto object = find(event);
    if (!object) return refuse(CL_INVALID_EVENT, "not a valid event");
    return answer(object, name, Query(size, value, needed));
  });
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size, void* value,
                               size_t* needed) {
  return call("clGetEventProfilingInfo", [&]() -> Outcome<void> {
    const auto object = find(event);
    if (!object) return refuse(CL_INVALID_EVENT, "not a valid event");
    return profile(*object, name, Query(size, value, needed));
  });
}

cl_int clSetEventCallback(cl_event event, cl_int when, void(CL_CALLBACK* notify)(cl_event, cl_int, void*),
                          void* user_data) {
  return call("clSetEventCallback", [&]() -> Outcome<void> {
    const auto object = find(event);
    if (!object) return refuse(CL_INVALID_EVENT, "not a valid event");
    if (!notify) return refuse(CL_INVALID_VALUE, "the function is NULL");
    if (when != CL_SUBMITTED && when != CL_RUNNING && when != CL_COMPLETE)
      return refuse(CL_INVALID_VALUE, "a callback must be for CL_SUBMITTED, CL_RUNNING or CL_COMPLETE");
    add_callback(object, when, [=](cl_int status) { notify(event, status, user_data); });
    return {};
  });
}

cl_int clRetainEvent(cl_event event) { return retain("clRetainEvent", event, CL_INVALID_EVENT); }
cl_int clReleaseEvent(cl_event event) { return release("clReleaseEvent", event, CL_INVALID_EVENT); }

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* list,
                                   cl_event* event) {
  return call("clEnqueueMarkerWithWaitList", [&] {
    return enqueue_marker(queue, CL_COMMAND_MARKER, {count, list, event});
  });
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* list,
                                    cl_event* event) {
  return call("clEnqueueBarrierWithWaitList", [&] {
    return enqueue_marker(queue, CL_COMMAND_BARRIER, {count, list, event});
  });
}

// The functions of OpenCL 1.0 and 1.1.

cl_int clEnqueueMarker(cl_command_queue queue, cl_event* event) {
  return call("clEnqueueMarker", [&]() -> Outcome<void> {
    if (find(queue) && !event) return refuse(CL_INVALID_VALUE, "the pointer to the event is NULL");
    return enqueue_marker(queue, CL_COMMAND_MARKER, {0, nullptr, event});
  });
}

cl_int clEnqueueBarrier(cl_command_queue queue) {
  return call("clEnqueueBarrier", [&] { return enqueue_marker(queue, CL_COMMAND_BARRIER, {}); });
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event* list) {
  return call("clEnqueueWaitForEvents", [&]() -> Outcome<void> {
    if (find(queue) && (count == 0 || !list))
      return refuse(CL_INVALID_VALUE, "there is no event to wait for");
    auto done = enqueue_marker(queue, CL_COMMAND_BARRIER, {count, list, nullptr});
    if (!done && done.error().code == CL_INVALID_EVENT_WAIT_LIST)
      return refuse(CL_INVALID_EVENT, done.error().reason);
    return done;
  });
}
