// Determines when a command runs: after the events of its wait list, in an in-order queue after the previous
// command, and in any queue after a barrier. Among all times that OpenCL permits, the command runs as early
// or as late as possible.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "runtime/objects/event.hpp"
#include "runtime/objects/outcome.hpp"
#include "runtime/scheduling/command.hpp"

namespace lockstep::runtime {

// early: each command runs as soon as it can. late: a command runs when the program waits for it, and
// unordered commands run in a different order than in the program. Therefore, a missing wait changes the
// result, as it may on any device. The environment variable LOCKSTEP_DELIVER selects the delivery; the
// default is early.
enum class Delivery : std::uint8_t { early, late };
Delivery delivery();
void set_delivery(Delivery delivery);  // call before the first command

// The last arguments of every clEnqueue… function.
struct WaitList {
  cl_uint count = 0;
  const cl_event* events = nullptr;
  cl_event* event = nullptr;  // receives the new event; may be null
};

struct CommandRequest {
  std::shared_ptr<_cl_command_queue> queue;
  cl_command_type type = 0;
  WaitList wait;
  bool blocks = false;                          // whether the call returns only when the command is complete
  bool waits_for_all = false;                   // whether an empty wait list means all earlier commands
  bool is_barrier = false;                      // whether all later commands wait for this command
  std::function<Outcome<void>()> execute = {};  // null if nothing is to be done
  std::vector<MemoryPart> parts = {};
  std::string kernel = {};                                             // name of the kernel, for a launch
  std::shared_ptr<const std::vector<ObservedUse>> observed = nullptr;  // as Command::observed
  HostSide host = {};
  std::optional<_cl_mem::Mapping> mapping = std::nullopt;
};

// Returns the events of a wait list, which must all belong to the context.
Outcome<std::vector<std::shared_ptr<_cl_event>>> events_of(const WaitList& wait, const _cl_context& context);

Outcome<void> enqueue(CommandRequest request);
// Sets the list of recorded requests of this thread. If it is not null, enqueue() only appends requests to
// this list.
void record_requests(std::vector<CommandRequest>* where);
// Waits until all events are complete. Returns an error if one of their commands failed.
Outcome<void> wait_for(std::span<const std::shared_ptr<_cl_event>> events);
Outcome<void> finish(_cl_command_queue& queue);
// Runs all commands that can run, for a program that waits without a call.
void run_all();
// Runs, at the end of the process, the commands that the program never waited for, without accessing the
// memory of the program.
void run_rest();

// Sets the status of a user event to CL_COMPLETE or a negative value. Returns false if the status was
// already set.
bool set_user_status(const std::shared_ptr<_cl_event>& event, cl_int status);
// Registers a callback, which is called immediately if the status has already been reached.
void add_callback(const std::shared_ptr<_cl_event>& event, cl_int when, std::function<void(cl_int)> call);
cl_int status_of(const _cl_event& event);
// Returns the status for a program that polls. Each query advances a late command, so that repeated queries
// eventually show its end.
cl_int answer_status(const std::shared_ptr<_cl_event>& event);

// Returns the time for events and clGetDeviceAndHostTimer in nanoseconds of a monotonic clock.
cl_ulong clock_now();

}  // namespace lockstep::runtime
