// A command queue: in-order or out-of-order.
#pragma once

#include <memory>
#include <vector>

#include "runtime/objects/command_node.hpp"
#include "runtime/objects/context.hpp"

struct _cl_command_queue : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::queue;
  _cl_command_queue() : Object(kKind) {}

  std::shared_ptr<_cl_context> context;
  cl_device_id device = nullptr;
  cl_command_queue_properties properties = 0;
  std::vector<cl_queue_properties> given;  // for clCreateCommandQueueWithProperties, with the terminating 0

  bool is_in_order() const { return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  bool has_profiling() const { return (properties & CL_QUEUE_PROFILING_ENABLE) != 0; }

  // The following members are used by the command that runs (runtime/scheduling/execution.cpp).
  std::size_t timeline = 0;                                      // in-order: the timeline of the commands
  std::shared_ptr<lockstep::runtime::CommandNode> last_node;     // in-order: last executed command
  std::shared_ptr<lockstep::runtime::CommandNode> barrier_node;  // out-of-order: last executed barrier

  // The following members are used by the scheduler, under its lock (runtime/scheduling/scheduler.cpp).
  bool is_lost = false;                               // as _cl_event::is_lost, for all later commands
  std::weak_ptr<_cl_event> last;                      // in-order: the next command waits for this event
  std::weak_ptr<_cl_event> barrier;                   // out-of-order: the next command waits for this event
  std::vector<std::weak_ptr<_cl_event>> outstanding;  // events of enqueued commands that may be incomplete
  std::size_t drop_at = 16;                           // length at which complete events are removed
  cl_int failure = CL_SUCCESS;                        // of a command, since the program last waited
};
