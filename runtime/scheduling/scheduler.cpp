// A command that is not demanded stays in its queue, even if it could run. Early delivery demands each
// command immediately. Late delivery demands the commands that the program waits for, and all commands that
// must happen before these commands.
#include "runtime/scheduling/scheduler.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>

#include "core/base/process.hpp"
#include "runtime/journal/journal.hpp"
#include "runtime/scheduling/command_order.hpp"
#include "runtime/scheduling/execution.hpp"
#include "runtime/scheduling/host_views.hpp"

namespace lockstep::runtime {
namespace {

using Events = std::vector<std::shared_ptr<_cl_event>>;
// Commands by the time at which they were enqueued.
using Commands = std::map<std::uint64_t, std::shared_ptr<Command>>;

// The maximum number of idle commands, as in the queues of common drivers; if there are more, the oldest
// command runs.
constexpr std::size_t kMaxIdle = 1024;

// The dependencies of the commands of all queues. The callbacks and destructors of the program are never
// called while the mutex is held.
struct Graph {
  std::mutex mutex;
  std::condition_variable changed;
  Commands waiting;           // all commands that have not started
  Commands idle;              // the waiting commands that are not demanded
  bool ends = false;          // whether the process is ending
  std::uint64_t process = 0;  // owner of the idle commands; a forked process ignores these commands
  bool runs_rest = false;     // whether the remaining commands run first if the process ends now
  std::mutex device;          // held by the running command
};

Graph& graph() {
  static Graph* const graph = std::make_unique<Graph>().release();
  return *graph;
}

Delivery chosen_delivery() {
  const char* const value = std::getenv("LOCKSTEP_DELIVER");
  return value && std::string_view(value) == "late" ? Delivery::late : Delivery::early;
}

Delivery& the_delivery() {
  static Delivery delivery = chosen_delivery();
  return delivery;
}

void make_ready(const std::shared_ptr<Command>& command, Commands& ready) {
  if (command->is_demanded && command->waits_for == 0) ready.emplace(command->node->enqueued, command);
}

// Notes that the program knows that these commands, and all commands before them, are complete.
void know(const Events& events) {
  CommandOrder::Nodes nodes;
  {
    const std::lock_guard lock(graph().mutex);
    for (const auto& event : events)
      if (event->node) nodes.push_back(event->node);
  }
  CommandOrder::of_process().know(nodes);
}

// Sets the status of the event and calls all its callbacks for this status. Commands that waited for the
// event may become ready.
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
    for (const auto& command : dependents) {
      --command->waits_for;
      make_ready(command, ready);
    }
  }
  graph().changed.notify_all();
  if (!calls.empty() && status <= CL_COMPLETE) know({event});
  for (const auto& callback : calls) callback.call(status < 0 ? status : callback.when);
}

bool has_failed(const Events& events) {
  return std::ranges::any_of(events, [](const auto& event) { return event->status < 0; });
}

bool has_lost(const Events& events) { return std::ranges::any_of(events, &_cl_event::is_lost); }

// Marks the command as lost. If the queue orders other commands after it, the later commands are also lost.
// Call with the lock held.
void lose(const Command& command) {
  _cl_event& event = *command.event;
  event.is_lost = true;
  event.queue->is_lost = event.queue->is_lost || event.queue->is_in_order() || command.is_barrier;
}

// Returns the status of a command that cannot run because of earlier commands; CL_COMPLETE if the command
// can run.
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

// The waiting commands that use this memory must expect the contents that the finished command has written.
void renew_snapshots(const Command& done) {
  if (!done.host.is_written || !done.host.memory.base) return;
  const std::lock_guard lock(graph().mutex);
  for (const auto& [time, command] : graph().waiting)
    if (command->snapshot && command->host.memory.meets(done.host.memory)) command->snapshot.reset();
}

// Whether the command must be skipped. At the end of the process, the program's memory is not accessed, and
// commands that need this memory are lost.
bool is_left_out(const Command& command) {
  const std::lock_guard lock(graph().mutex);
  return graph().ends && command.host.is_programs();
}

std::uint64_t oldest_waiting(const Command& command) {
  const std::lock_guard lock(graph().mutex);
  const std::uint64_t own = command.node->enqueued;
  return graph().waiting.empty() ? own : std::min(own, graph().waiting.begin()->first);
}

Outcome<void> execute_alone(Command& command) {
  const std::lock_guard lock(graph().device);
  if (is_left_out(command)) {
    leave_out(command, oldest_waiting(command));
    return {};
  }
  Outcome<void> outcome = execute(command, oldest_waiting(command));
  renew_snapshots(command);
  renew_host_views(command);
  return outcome;
}

// Executes the command and returns its final status.
cl_int status_after(Command& command) {
  if (const cl_int failure = inherited_failure(command); failure < 0) return failure;
  const Outcome<void> outcome = execute_alone(command);
  if (outcome) return CL_COMPLETE;
  command.event->context->notify_of(outcome.error().reason);
  const std::lock_guard lock(graph().mutex);
  command.event->queue->failure = outcome.error().code;
  lose(command);
  return outcome.error().code;
}

std::shared_ptr<Command> take_next(Commands& ready) {
  const auto next = delivery() == Delivery::late ? std::prev(ready.end()) : ready.begin();
  std::shared_ptr<Command> command = std::move(next->second);
  ready.erase(next);
  const std::lock_guard lock(graph().mutex);
  graph().runs_rest = false;
  // Another thread may have started the command.
  return graph().waiting.erase(command->node->enqueued) != 0 ? command : nullptr;
}

void run_one(Command& command, Commands& ready) {
  auto& times = command.event->times;
  times[1] = clock_now();
  reach_status(command.event, CL_SUBMITTED, ready);
  times[2] = clock_now();
  reach_status(command.event, CL_RUNNING, ready);
  const cl_int status = status_after(command);
  times[3] = times[4] = clock_now();
  {
    const std::lock_guard lock(graph().mutex);
    command.event->node = command.node;
  }
  command.execute = nullptr;  // frees all objects that it holds
  command.parts.clear();
  command.implied.clear();
  reach_status(command.event, status, ready);
}

// Runs these commands, and the commands that become ready as a result. Among unordered commands, late
// delivery runs the last command first.
void run(Commands ready) {
  while (!ready.empty())
    if (const auto command = take_next(ready)) run_one(*command, ready);
}

// Demands the commands of these events, and all commands that must run before them. Returns the commands that
// are ready.
Commands demand(Events events) {
  Commands ready;
  const std::lock_guard lock(graph().mutex);
  while (!events.empty()) {
    const std::shared_ptr<_cl_event> event = std::move(events.back());
    events.pop_back();
    const auto command = event->command.lock();
    if (!command || event->is_done() || command->is_demanded) continue;
    command->is_demanded = true;
    graph().idle.erase(command->node->enqueued);
    make_ready(command, ready);
    for (const Events* before : {&command->listed, &command->implied})
      events.insert(events.end(), before->begin(), before->end());
  }
  return ready;
}

void drop_done(std::vector<std::weak_ptr<_cl_event>>& events, Events& keep) {
  std::erase_if(events, [&](const std::weak_ptr<_cl_event>& weak) {
    auto event = weak.lock();
    const bool done = !event || event->is_done();
    if (event) keep.push_back(std::move(event));  // must not be destroyed while the mutex is held
    return done;
  });
}

// Removes complete events from the list, but only when the number of events has doubled.
void drop_some_done(_cl_command_queue& queue, Events& keep) {
  if (queue.outstanding.size() < queue.drop_at) return;
  drop_done(queue.outstanding, keep);
  queue.drop_at = 2 * queue.outstanding.size() + 16;
}

// Adds the events that a new command of this queue waits for in addition to its wait list.
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

// Prepares the end of the process, after the last command has been enqueued. Exit functions run in reverse
// order of registration and include destructors of objects that commands use, and such objects may exist only
// now. Call with the lock held.
void expect_end() {
  graph().process = process_id();
  if (delivery() == Delivery::late && !std::exchange(graph().runs_rest, true)) std::atexit(run_rest);
}

// Inserts the command after the events that it waits for.
void place(const std::shared_ptr<Command>& command, const CommandRequest& request) {
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
  graph().waiting.emplace(command->node->enqueued, command);
  graph().idle.emplace(command->node->enqueued, command);
  expect_end();
}

// Whether the program must not change this memory until the command is complete. This does not apply to the
// memory of a map command, which may still be in use through another mapping.
bool has_stable_memory(const Command& command) {
  const bool is_map = command.mapping && command.host.is_written;
  return command.host.memory.base != nullptr && !is_map && command.host.memory.exists();
}

std::shared_ptr<Command> command_of(CommandRequest& request, Events listed) {
  auto event = std::make_shared<_cl_event>();
  event->context = request.queue->context;
  event->queue = request.queue;
  event->type = request.type;
  event->times[0] = clock_now();
  auto command = std::make_shared<Command>();
  command->event = event;
  command->listed = std::move(listed);
  command->execute = std::move(request.execute);
  command->parts = std::move(request.parts);
  command->kernel = std::move(request.kernel);
  command->observed = std::move(request.observed);
  command->host = request.host;
  command->is_barrier = request.is_barrier;
  command->waits_for_all = request.waits_for_all;
  command->node = std::make_shared<CommandNode>();
  command->node->call = call_name(request.type);
  command->node->place = Journal::of_process().place();
  command->node->queue = request.queue.get();
  command->node->enqueued = command->node->floor = CommandOrder::of_process().tick();
  command->mapping = request.mapping;
  if (delivery() == Delivery::late && !request.blocks && has_stable_memory(*command))
    command->snapshot.emplace(request.host.memory);
  event->command = command;
  return command;
}

// The check is skipped while another thread runs a command.
void check_views(const Command& command) {
  if (delivery() == Delivery::early) return;
  if (const std::unique_lock lock(graph().device, std::try_to_lock); lock) check_host_views(command);
}

// Returns the event of the oldest idle command if too many commands are idle.
Events overdue() {
  const std::lock_guard lock(graph().mutex);
  if (graph().idle.size() <= kMaxIdle) return {};
  return {graph().idle.begin()->second->event};
}

Events all_waiting() {
  const std::lock_guard lock(graph().mutex);
  Events events;
  for (const auto& [time, command] : graph().waiting) events.push_back(command->event);
  return events;
}

void wait_until_done(const Events& events) {
  {
    std::unique_lock lock(graph().mutex);
    for (const auto& event : events) graph().changed.wait(lock, [&] { return event->is_done(); });
  }
  know(events);
}

}  // namespace

Delivery delivery() { return the_delivery(); }
void set_delivery(Delivery delivery) { the_delivery() = delivery; }

cl_ulong clock_now() {
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

Outcome<Events> events_of(const WaitList& wait, const _cl_context& context) {
  if ((wait.events == nullptr) != (wait.count == 0))
    return refuse(CL_INVALID_EVENT_WAIT_LIST, "the wait list does not match its length");
  Events events;
  for (cl_uint i = 0; i < wait.count; ++i) {
    auto event = find(wait.events[i]);
    if (!event)
      return refuse(CL_INVALID_EVENT_WAIT_LIST, "the wait list contains something that is not an event");
    if (event->context.get() != &context)
      return refuse(CL_INVALID_CONTEXT, "an event of the wait list belongs to another context");
    events.push_back(std::move(event));
  }
  return events;
}

static std::vector<CommandRequest>*& recorded_requests() {
  thread_local std::vector<CommandRequest>* where = nullptr;
  return where;
}

void record_requests(std::vector<CommandRequest>* where) { recorded_requests() = where; }

Outcome<void> enqueue(CommandRequest request) {
  if (auto* const recorded = recorded_requests()) {
    recorded->push_back(std::move(request));
    return {};
  }
  auto listed = events_of(request.wait, *request.queue->context);
  if (!listed) return tl::unexpected(listed.error());
  const std::shared_ptr<Command> command = command_of(request, std::move(*listed));
  const std::shared_ptr<_cl_event> event = command->event;
  check_views(*command);
  place(command, request);
  if (request.wait.event) *request.wait.event = publish(event);
  if (delivery() == Delivery::early || request.blocks) run(demand({event}));
  run(demand(overdue()));
  if (!request.blocks) return {};
  wait_until_done({event});
  const cl_int status = status_of(*event);
  if (status == CL_COMPLETE) return {};
  return refuse(status, status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                            ? "a command in the wait list failed"
                            : "the command did not run because an earlier command did not complete");
}

Outcome<void> wait_for(std::span<const std::shared_ptr<_cl_event>> events) {
  const Events all(events.begin(), events.end());
  run(demand(all));
  wait_until_done(all);
  for (const auto& event : events)
    if (status_of(*event) < 0)
      return refuse(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command in the list of events failed");
  return {};
}

Outcome<void> finish(_cl_command_queue& queue) {
  Events events;
  {
    const std::lock_guard lock(graph().mutex);
    drop_done(queue.outstanding, events);
  }
  run(demand(events));
  wait_until_done(events);
  CommandOrder::of_process().know_queue(&queue);
  const std::lock_guard lock(graph().mutex);
  if (std::exchange(queue.failure, CL_SUCCESS) < 0)
    return refuse(CL_OUT_OF_RESOURCES, "a command of this queue failed");
  return {};
}

void run_all() { run(demand(all_waiting())); }

void run_rest() {
  {
    const std::lock_guard lock(graph().mutex);
    if (graph().process != process_id()) return;
    graph().ends = true;
  }
  run_all();
}

bool set_user_status(const std::shared_ptr<_cl_event>& event, cl_int status) {
  {
    const std::lock_guard lock(graph().mutex);
    if (event->is_done()) return false;
    event->status = status;
    event->node = std::make_shared<CommandNode>();
    event->node->floor = event->node->known = CommandOrder::of_process().tick();
  }
  Commands ready;
  reach_status(event, status, ready);
  run(std::move(ready));
  return true;
}

// The command must run now, because the program may wait for the callback without a further OpenCL call.
void add_callback(const std::shared_ptr<_cl_event>& event, cl_int when, std::function<void(cl_int)> call) {
  cl_int now = CL_QUEUED;
  {
    std::unique_lock lock(graph().mutex);
    now = event->status;
    if (now > when) {
      event->callbacks.push_back({when, std::move(call)});
      lock.unlock();
      return run(demand({event}));
    }
  }
  call(now < 0 ? now : when);
}

cl_int status_of(const _cl_event& event) {
  const std::lock_guard lock(graph().mutex);
  return event.status;
}

cl_int answer_status(const std::shared_ptr<_cl_event>& event) {
  constexpr unsigned kQuestions = 3;  // queued, then submitted; the third query runs the command
  unsigned question = 0;
  {
    const std::lock_guard lock(graph().mutex);
    question = ++event->questions;
  }
  if (question >= kQuestions) run(demand({event}));
  const cl_int status = status_of(*event);
  if (status <= CL_COMPLETE) know({event});
  return status == CL_QUEUED && question > 1 ? CL_SUBMITTED : status;
}

}  // namespace lockstep::runtime
