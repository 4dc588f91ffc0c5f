// When a command runs: after the events of its wait list, in an in-order queue after the command before it,
// after a barrier in any; and, of all times that OpenCL permits, early or late.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "runtime/objects/event.hpp"
#include "runtime/objects/outcome.hpp"
#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// early: each command as soon as it can. late: when the program waits for it, and commands that nothing
// orders in another order than the program's, so that a missing wait changes the result as it may on any
// device. LOCKSTEP_DELIVER says which; without it, early.
enum class Delivery : std::uint8_t { early, late };
Delivery delivery();
void set_delivery(Delivery delivery);  // before the first command

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
  std::vector<MemoryPart> parts = {};
  std::string kernel = {};                                             // of a launch
  std::shared_ptr<const std::vector<ObservedUse>> observed = nullptr;  // as Command::observed
  HostSide host = {};
  std::optional<_cl_mem::Mapping> mapping = std::nullopt;
};

// The events of a wait list, all of one context.
Outcome<std::vector<std::shared_ptr<_cl_event>>> events_of(const WaitList& wait, const _cl_context& context);

Outcome<void> enqueue(CommandRequest request);
// Of this thread: while it is set, enqueue keeps requests there and does nothing else. Null: none.
void record_requests(std::vector<CommandRequest>* where);
// Until all are complete. An error: one of them failed.
Outcome<void> wait_for(std::span<const std::shared_ptr<_cl_event>> events);
Outcome<void> finish(_cl_command_queue& queue);
// Everything that can run, as for a program that waits without a call.
void run_all();
// At the end of the process: what the program never waited for, without touching its memory.
void run_rest();

// `status` is CL_COMPLETE or negative. False: it was set before.
bool set_user_status(const std::shared_ptr<_cl_event>& event, cl_int status);
// Called at once where the status is reached already.
void add_callback(const std::shared_ptr<_cl_event>& event, cl_int when, std::function<void(cl_int)> call);
cl_int status_of(const _cl_event& event);
// For a program that asks: a late command proceeds by each question, so that a program that asks again and
// again sees its end.
cl_int answer_status(const std::shared_ptr<_cl_event>& event);

// As events give them and clGetDeviceAndHostTimer: nanoseconds of a clock that only goes forward.
cl_ulong clock_now();

}  // namespace lockstep::runtime
