#include "runtime/commands/scheduler.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "runtime/journal/journal.hpp"

namespace lockstep::runtime {

struct Command {
  std::shared_ptr<_cl_event> event;
  std::vector<std::shared_ptr<_cl_event>> listed;   // the wait list
  std::vector<std::shared_ptr<_cl_event>> implied;  // what the queue orders before it
  std::function<Outcome<void>()> execute;
  std::string place;  // of the program's call
  bool is_barrier = false;
  std::size_t waits_for = 0;  // events that are not done
};

namespace {

using Events = std::vector<std::shared_ptr<_cl_event>>;
using Commands = std::deque<std::shared_ptr<Command>>;

// What commands wait for, of all queues. Callbacks and destructors of the program are never called under it.
struct Graph {
  std::mutex mutex;
  std::condition_variable changed;
  std::mutex device;  // held by the command that runs
};

Graph& graph() {
  static Graph* const graph = std::make_unique<Graph>().release();
  return *graph;
}

// Sets the status and calls all who requested it; commands that waited for its end may become ready.
void reach_status(const std::shared_ptr<_cl_event>& event, cl_int status, Commands& ready) {
  std::vector<_cl_event::Callback> calls;
  std::vector<std::shared_ptr<Command>> dependents;
  {
    const std::lock_guard lock(graph().mutex);
    event->status = status;
    const auto later = std::stable_partition(event->callbacks.begin(), event->callbacks.end(),
                                             [&](const auto& callback) { return callback.when < status; });
    std::move(later, event->callbacks.end(), std::back_inserter(calls));
    event->callbacks.erase(later, event->callbacks.end());
    if (event->is_done()) dependents.swap(event->dependents);
    for (const auto& command : dependents)
      if (--command->waits_for == 0) ready.push_back(command);
  }
  graph().changed.notify_all();
  for (const auto& callback : calls) callback.call(status < 0 ? status : callback.when);
}

bool has_failed(const Events& events) {
  return std::ranges::any_of(events, [](const auto& event) { return event->status < 0; });
}

bool has_lost(const Events& events) { return std::ranges::any_of(events, &_cl_event::is_lost); }

// The command and, if the queue orders others behind it, those that are still to come. Call with the lock.
void lose(const Command& command) {
  _cl_event& event = *command.event;
  event.is_lost = true;
  event.queue->is_lost = event.queue->is_lost || event.queue->is_in_order() || command.is_barrier;
}

// The status of a command that cannot run because of those before it; CL_COMPLETE: it can.
cl_int inherited_failure(const Command& command) {
  const std::lock_guard lock(graph().mutex);
  const bool is_lost = command.event->queue->is_lost || has_lost(command.listed) || has_lost(command.implied);
  if (is_lost) {
    command.event->queue->failure = CL_OUT_OF_RESOURCES;
    lose(command);
  }
  if (has_failed(command.listed)) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return is_lost ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
}

Outcome<void> execute_alone(const Command& command) {
  const std::lock_guard lock(graph().device);
  Journal::of_process().begin_command(command.place);
  try {
    return command.execute();
  } catch (const std::bad_alloc&) {
    return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, "out of memory");
  }
}

// The status that the command ends with.
cl_int execute(const Command& command) {
  if (const cl_int failure = inherited_failure(command); failure < 0) return failure;
  if (!command.execute) return CL_COMPLETE;
  const Outcome<void> outcome = execute_alone(command);
  if (outcome) return CL_COMPLETE;
  command.event->context->notify_of(outcome.error().reason);
  const std::lock_guard lock(graph().mutex);
  command.event->queue->failure = outcome.error().code;
  lose(command);
  return outcome.error().code;
}

// Runs these commands, and those that become ready by it.
void run(Commands ready) {
  while (!ready.empty()) {
    const std::shared_ptr<Command> command = std::move(ready.front());
    ready.pop_front();
    auto& times = command->event->times;
    times[1] = clock_now();
    reach_status(command->event, CL_SUBMITTED, ready);
    times[2] = clock_now();
    reach_status(command->event, CL_RUNNING, ready);
    const cl_int status = execute(*command);
    times[3] = times[4] = clock_now();
    command->execute = nullptr;  // with all that it holds
    command->implied.clear();
    reach_status(command->event, status, ready);
  }
}

void drop_done(std::vector<std::weak_ptr<_cl_event>>& events, Events& keep) {
  std::erase_if(events, [&](const std::weak_ptr<_cl_event>& weak) {
    auto event = weak.lock();
    const bool done = !event || event->is_done();
    if (event) keep.push_back(std::move(event));  // not destroyed under the lock
    return done;
  });
}

// Looks at all events only when their number has doubled.
void drop_some_done(_cl_command_queue& queue, Events& keep) {
  if (queue.outstanding.size() < queue.drop_at) return;
  drop_done(queue.outstanding, keep);
  queue.drop_at = 2 * queue.outstanding.size() + 16;
}

// The events that a new command of this queue waits for besides its wait list.
void add_implied(_cl_command_queue& queue, const CommandRequest& request, bool has_list, Events& events) {
  if (queue.is_in_order()) {
    if (auto last = queue.last.lock()) events.push_back(std::move(last));
    return;
  }
  if (auto barrier = queue.barrier.lock()) events.push_back(std::move(barrier));
  if (!request.waits_for_all || has_list) return;
  for (const auto& weak : queue.outstanding)
    if (auto event = weak.lock()) events.push_back(std::move(event));
}

// Puts the command behind what it waits for. True: it can run now.
bool place(const std::shared_ptr<Command>& command, const CommandRequest& request) {
  _cl_command_queue& queue = *request.queue;
  Events kept;
  const std::lock_guard lock(graph().mutex);
  drop_some_done(queue, kept);
  add_implied(queue, request, !command->listed.empty(), command->implied);
  for (const Events* before : {&command->listed, &command->implied})
    for (const auto& event : *before) {
      if (event->is_done()) continue;
      event->dependents.push_back(command);
      ++command->waits_for;
    }
  queue.outstanding.push_back(command->event);
  if (queue.is_in_order()) queue.last = command->event;
  if (request.is_barrier) queue.barrier = command->event;
  return command->waits_for == 0;
}

void wait_until_done(const _cl_event& event) {
  std::unique_lock lock(graph().mutex);
  graph().changed.wait(lock, [&] { return event.is_done(); });
}

}  // namespace

cl_ulong clock_now() {
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

Outcome<Events> events_of(const WaitList& wait, const _cl_context& context) {
  if ((wait.events == nullptr) != (wait.count == 0))
    return refuse(CL_INVALID_EVENT_WAIT_LIST, "the wait list and its length contradict each other");
  Events events;
  for (cl_uint i = 0; i < wait.count; ++i) {
    auto event = find(wait.events[i]);
    if (!event) return refuse(CL_INVALID_EVENT_WAIT_LIST, "the wait list has something that is not an event");
    if (event->context.get() != &context)
      return refuse(CL_INVALID_CONTEXT, "an event of the wait list belongs to another context");
    events.push_back(std::move(event));
  }
  return events;
}

Outcome<void> enqueue(CommandRequest request) {
  auto listed = events_of(request.wait, *request.queue->context);
  if (!listed) return tl::unexpected(listed.error());
  auto event = std::make_shared<_cl_event>();
  event->context = request.queue->context;
  event->queue = request.queue;
  event->type = request.type;
  event->times[0] = clock_now();
  auto command = std::make_shared<Command>();
  command->event = event;
  command->listed = std::move(*listed);
  command->execute = std::move(request.execute);
  command->place = Journal::of_process().place();
  command->is_barrier = request.is_barrier;
  if (request.wait.event) *request.wait.event = publish(event);
  if (place(command, request)) run({command});
  if (!request.blocks) return {};
  wait_until_done(*event);
  const cl_int status = status_of(*event);
  if (status == CL_COMPLETE) return {};
  return refuse(status, status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                            ? "a command that was waited for failed"
                            : "it did not run, because a command before it did not run to its end");
}

Outcome<void> wait_for(std::span<const std::shared_ptr<_cl_event>> events) {
  for (const auto& event : events) wait_until_done(*event);
  for (const auto& event : events)
    if (status_of(*event) < 0)
      return refuse(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command that was waited for failed");
  return {};
}

Outcome<void> finish(_cl_command_queue& queue) {
  Events events;
  {
    const std::lock_guard lock(graph().mutex);
    drop_done(queue.outstanding, events);
  }
  for (const auto& event : events) wait_until_done(*event);
  const std::lock_guard lock(graph().mutex);
  if (std::exchange(queue.failure, CL_SUCCESS) < 0)
    return refuse(CL_OUT_OF_RESOURCES, "a command of this queue failed");
  return {};
}

bool set_user_status(const std::shared_ptr<_cl_event>& event, cl_int status) {
  {
    const std::lock_guard lock(graph().mutex);
    if (event->is_done()) return false;
    event->status = status;
  }
  Commands ready;
  reach_status(event, status, ready);
  run(std::move(ready));
  return true;
}

void add_callback(const std::shared_ptr<_cl_event>& event, cl_int when, std::function<void(cl_int)> call) {
  cl_int now = CL_QUEUED;
  {
    const std::lock_guard lock(graph().mutex);
    now = event->status;
    if (now > when) {
      event->callbacks.push_back({when, std::move(call)});
      return;
    }
  }
  call(now < 0 ? now : when);
}

cl_int status_of(const _cl_event& event) {
  const std::lock_guard lock(graph().mutex);
  return event.status;
}

}  // namespace lockstep::runtime
