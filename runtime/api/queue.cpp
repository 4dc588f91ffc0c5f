// Sections 5.1 and 5.15 of the OpenCL specification: command queues, flush and finish.
#include <algorithm>

#include "runtime/api/call.hpp"
#include "runtime/scheduling/command_order.hpp"
#include "runtime/scheduling/scheduler.hpp"

using namespace lockstep::runtime;

namespace {

constexpr cl_command_queue_properties kHostQueue =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties kDeviceQueue = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

Outcome<std::shared_ptr<_cl_command_queue>> make_queue(cl_context context, cl_device_id device,
                                                       cl_command_queue_properties properties,
                                                       std::vector<cl_queue_properties> given) {
  const auto owner = find(context);
  if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
  if (!find(device) || !owner->has(device)) return refuse(CL_INVALID_DEVICE, "not a device of the context");
  if ((properties & ~(kHostQueue | kDeviceQueue)) != 0)
    return refuse(CL_INVALID_VALUE, "command queues have no such property");
  if ((properties & kDeviceQueue) != 0)
    return refuse(CL_INVALID_QUEUE_PROPERTIES, "Lockstep's devices have no queues of their own");
  auto queue = std::make_shared<_cl_command_queue>();
  queue->context = owner;
  queue->device = device;
  queue->properties = properties;
  queue->given = std::move(given);
  queue->timeline = CommandOrder::of_process().new_timeline();
  return queue;
}

Outcome<void> answer(const _cl_command_queue& queue, cl_command_queue_info name, const Query& query) {
  switch (name) {
    case CL_QUEUE_CONTEXT:
      return query.value(queue.context.get());
    case CL_QUEUE_DEVICE:
      return query.value(queue.device);
    case CL_QUEUE_REFERENCE_COUNT:
      return query.value(registry::references(&queue));
    case CL_QUEUE_PROPERTIES:
      return query.value(queue.properties);
    case CL_QUEUE_PROPERTIES_ARRAY:
      return query.list(queue.given);
    case CL_QUEUE_SIZE:
      return refuse(CL_INVALID_COMMAND_QUEUE, "only queues of a device have a size");
    case CL_QUEUE_DEVICE_DEFAULT:
      return query.value(cl_command_queue{nullptr});
    default:
      return unknown_query(name);
  }
}

}  // namespace

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* error) {
  return create("clCreateCommandQueue", error, [&]() -> Outcome<std::shared_ptr<_cl_command_queue>> {
    if ((properties & ~kHostQueue) != 0 && find(context) && find(device))
      return refuse(CL_INVALID_VALUE, "command queues have no such property");
    return make_queue(context, device, properties, {});
  });
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* given, cl_int* error) {
  return create("clCreateCommandQueueWithProperties", error,
                [&]() -> Outcome<std::shared_ptr<_cl_command_queue>> {
                  cl_command_queue_properties properties = 0;
                  std::vector<cl_queue_properties> kept;
                  for (const auto* pair = given; pair && *pair != 0; pair += 2) {
                    if (pair[0] == CL_QUEUE_SIZE)
                      return refuse(CL_INVALID_QUEUE_PROPERTIES, "only queues of a device have a size");
                    if (pair[0] != CL_QUEUE_PROPERTIES)
                      return refuse(CL_INVALID_VALUE, "command queues have no such property");
                    properties = pair[1];
                    kept.insert(kept.end(), {pair[0], pair[1]});
                  }
                  if (given) kept.push_back(0);
                  return make_queue(context, device, properties, std::move(kept));
                });
}

cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties, cl_bool,
                                 cl_command_queue_properties*) {
  return call("clSetCommandQueueProperty", [&]() -> Outcome<void> {
    if (!find(queue)) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
    return refuse(CL_INVALID_OPERATION, "the properties of a queue are chosen when it is created");
  });
}

cl_int clRetainCommandQueue(cl_command_queue queue) {
  return retain("clRetainCommandQueue", queue, CL_INVALID_COMMAND_QUEUE);
}
cl_int clReleaseCommandQueue(cl_command_queue queue) {
  return release("clReleaseCommandQueue", queue, CL_INVALID_COMMAND_QUEUE);
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t size, void* value,
                             size_t* needed) {
  return call("clGetCommandQueueInfo", [&]() -> Outcome<void> {
    const auto object = find(queue);
    if (!object) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
    return answer(*object, name, Query(size, value, needed));
  });
}

// There is nothing to flush: with early delivery, commands run as soon as they can, and with late delivery,
// commands run when the program waits for them.
cl_int clFlush(cl_command_queue queue) {
  return call("clFlush", [&]() -> Outcome<void> {
    if (!find(queue)) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
    return {};
  });
}

cl_int clFinish(cl_command_queue queue) {
  return call("clFinish", [&]() -> Outcome<void> {
    const auto object = find(queue);
    if (!object) return refuse(CL_INVALID_COMMAND_QUEUE, "not a command queue");
    return finish(*object);
  });
}
