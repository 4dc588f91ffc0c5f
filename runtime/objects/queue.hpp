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

  // Used by the command that runs (commands/execution.cpp).
  std::size_t timeline = 0;                                      // in-order: the timeline of its commands
  std::shared_ptr<lockstep::runtime::CommandNode> last_node;     // in-order: the last command run
  std::shared_ptr<lockstep::runtime::CommandNode> barrier_node;  // out-of-order: the last barrier run

  // Used by the scheduler, under its lock (commands/scheduler.cpp).
  bool is_lost = false;                               // as _cl_event::is_lost, for all future commands
  std::weak_ptr<_cl_event> last;                      // in-order: the event that the next command waits for
  std::weak_ptr<_cl_event> barrier;                   // out-of-order: likewise
  std::vector<std::weak_ptr<_cl_event>> outstanding;  // enqueued and possibly incomplete
  std::size_t drop_at = 16;                           // length at which complete events are removed
  cl_int failure = CL_SUCCESS;                        // of a command since the program last waited
};
