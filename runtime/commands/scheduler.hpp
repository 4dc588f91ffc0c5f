// When a command runs: after the events of its wait list, in an in-order queue after the command before it,
// after a barrier in any. It runs in the thread that makes it ready, one command at a time.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "runtime/objects/event.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

// The last arguments of every clEnqueue… function.
struct WaitList {
  cl_uint count = 0;
  const cl_event* events = nullptr;
  cl_event* event = nullptr;  // where to put the new event; may be null
};

struct CommandRequest {
  std::shared_ptr<_cl_command_queue> queue;
  cl_command_type type = 0;
  WaitList wait;
  bool blocks = false;                          // returns when the command is complete
  bool waits_for_all = false;                   // an empty wait list means all commands before it
  bool is_barrier = false;                      // all commands after it wait for it
  std::function<Outcome<void>()> execute = {};  // null: nothing to do
};

// The events of a wait list, all of one context.
Outcome<std::vector<std::shared_ptr<_cl_event>>> events_of(const WaitList& wait, const _cl_context& context);

Outcome<void> enqueue(CommandRequest request);
// Until all are complete. An error: one of them failed.
Outcome<void> wait_for(std::span<const std::shared_ptr<_cl_event>> events);
Outcome<void> finish(_cl_command_queue& queue);

// `status` is CL_COMPLETE or negative. False: it was set before.
bool set_user_status(const std::shared_ptr<_cl_event>& event, cl_int status);
// Called at once where the status is reached already.
void add_callback(const std::shared_ptr<_cl_event>& event, cl_int when, std::function<void(cl_int)> call);
cl_int status_of(const _cl_event& event);

// As events give them and clGetDeviceAndHostTimer: nanoseconds of a clock that only goes forward.
cl_ulong clock_now();

}  // namespace lockstep::runtime
