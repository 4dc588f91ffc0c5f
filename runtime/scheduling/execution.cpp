#include "runtime/scheduling/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "runtime/journal/journal.hpp"
#include "runtime/scheduling/byte_words.hpp"
#include "runtime/scheduling/command_order.hpp"
#include "runtime/scheduling/results.hpp"
#include "runtime/scheduling/scheduler.hpp"

namespace lockstep::runtime {
namespace {

constexpr const char* kOrderKind = "command_order";

CallPlace place_of(const CommandNode& node) { return {node.call, node.place}; }

std::string_view does(const MemoryUse& use) { return use.writes ? "writes" : "reads"; }

void report_conflict(const Conflict& conflict, const Storage& storage) {
  const bool same_queue = conflict.first.node->queue == conflict.second.node->queue;
  const std::string message = fmt::format(
      "{{first}} {} {} of {} and {{second}} {} them, and nothing orders the two: {}; pass the event of the "
      "first command to the second in its wait list, {}, or call clFinish between them",
      does(conflict.first), bytes_words(conflict.bytes), words_for(storage), does(conflict.second),
      same_queue ? "the queue is out of order" : "they are in two queues",
      same_queue ? "put clEnqueueBarrierWithWaitList between them" : "use one queue in order");
  Journal::of_process().finding(
      {kOrderKind, message, place_of(*conflict.first.node), place_of(*conflict.second.node)});
}

// Data that are mapped for reading have been read when the program requests the end of the mapping.
bool was_read_before(const MappedPart& part, const Command& command) {
  const std::uint64_t unmapped = part.unmapped->load();
  return !part.use.writes && unmapped != 0 && unmapped < command.node->enqueued;
}

// Finds mapped bytes that a launch uses. Memory mapped for writing belongs to the program, and memory mapped
// for reading must not change.
void find_mapped(const Command& command, const ObservedUse& use) {
  if (!command.is_launch()) return;
  for (const MappedPart& part : use.storage->mapped) {
    const auto bytes = part.use.bytes.common(use.bytes);
    if (!bytes || !(use.writes || part.use.writes) || was_read_before(part, command)) continue;
    Journal::of_process().finding(
        {kOrderKind,
         fmt::format("{{first}} {} {} of {} while {{second}} still maps them; call clEnqueueUnmapMemObject "
                     "before the launch, in the same queue",
                     use.writes ? "writes" : "reads", bytes_words(*bytes), words_for(*use.storage)),
         place_of(*command.node), place_of(*part.use.node)});
  }
}

void keep_mapping(const Command& command) {
  if (!command.mapping) return;
  std::vector<MappedPart>& mapped = command.parts.front().memory->storage->mapped;
  if (command.is_unmap()) {
    std::erase_if(mapped, [&](const MappedPart& part) { return part.number == command.mapping->number; });
    return;
  }
  const MemoryPart& part = command.parts.front();
  mapped.push_back(
      {command.mapping->number,
       {command.node, ByteSet(part.memory->offset, part.box, part.region), command.mapping->writes},
       command.mapping->unmapped});
}

std::vector<ObservedUse> uses_of(const Command& command) {
  if (command.observed) return *command.observed;
  if (command.is_unmap() && !command.mapping->writes) return {};
  std::vector<ObservedUse> uses;
  for (const MemoryPart& part : command.parts)
    uses.push_back({part.memory->storage, ByteSet(part.memory->offset, part.box, part.region), part.writes});
  return uses;
}

void find_conflicts(const Command& command, std::uint64_t oldest) {
  if (delivery() == Delivery::early) return;
  for (ObservedUse& use : uses_of(command)) {
    find_mapped(command, use);
    MemoryUse kept{command.node, std::move(use.bytes), use.writes};
    for (const Conflict& conflict : CommandOrder::of_process().add(*use.storage, std::move(kept), oldest))
      report_conflict(conflict, *use.storage);
  }
}

// Returns the nodes of all commands that events and the queue order before this command.
CommandOrder::Nodes nodes_before(const Command& command) {
  CommandOrder::Nodes nodes;
  for (const auto* events : {&command.listed, &command.implied})
    for (const auto& event : *events)
      if (event->node) nodes.push_back(event->node);
  _cl_command_queue& queue = *command.event->queue;
  for (const auto& node : {queue.last_node, queue.barrier_node})
    if (node) nodes.push_back(node);
  if (command.waits_for_all && command.listed.empty() && !queue.is_in_order())
    std::ranges::copy(CommandOrder::of_process().before(&queue, command.node->enqueued),
                      std::back_inserter(nodes));
  return nodes;
}

void begin_order(const Command& command) {
  _cl_command_queue& queue = *command.event->queue;
  const bool in_order = queue.is_in_order();
  CommandOrder::of_process().begin(command.node, nodes_before(command),
                                   in_order ? std::optional(queue.timeline) : std::nullopt);
  if (in_order) queue.last_node = command.node;
  if (command.is_barrier) queue.barrier_node = command.node;
}

std::string_view host_verb(const Command& command) {
  if (command.is_unmap()) return "takes the mapped data";
  return command.host.is_written ? "writes its result" : "reads its data";
}

void report_host_memory(const Command& command, const std::string& what) {
  Journal::of_process().finding(
      {kOrderKind,
       fmt::format("{{first}} {} only when it is executed, and before that the program has {}; wait for its "
                   "event (clWaitForEvents, clFinish) first, or make the call blocking",
                   host_verb(command), what),
       place_of(*command.node),
       {}});
}

// Checks the memory of the program that the command uses. Returns false if this memory does not exist.
bool check_host_memory(const Command& command) {
  if (delivery() == Delivery::early || !command.host.memory.base) return true;
  if (!command.host.memory.exists()) {
    if (command.snapshot) report_host_memory(command, "freed this memory");
    return false;
  }
  const auto change = command.snapshot ? command.snapshot->first_change() : std::nullopt;
  if (change) report_host_memory(command, fmt::format("changed this memory, from about byte {} on", *change));
  return true;
}

// With early delivery, a buffer with CL_MEM_USE_HOST_PTR has the same contents as the memory of the program,
// as on a device without separate memory.
void share_host_pointers(const Command& command, bool is_after) {
  if (delivery() == Delivery::late) return;
  for (const MemoryPart& part : command.parts) {
    _cl_mem& whole = part.memory->parent ? *part.memory->parent : *part.memory;
    if (!whole.host_ptr || whole.image || (is_after && !part.writes)) continue;
    if (is_after)
      std::memcpy(whole.host_ptr, whole.bytes(), whole.size);
    else
      std::memcpy(whole.bytes(), whole.host_ptr, whole.size);
  }
}

Outcome<void> run_alone(Command& command) {
  share_host_pointers(command, false);
  Outcome<void> outcome = command.execute();
  share_host_pointers(command, true);
  return outcome;
}

}  // namespace

std::string call_name(cl_command_type type) {
  switch (type) {
    case CL_COMMAND_NDRANGE_KERNEL:
      return "clEnqueueNDRangeKernel";
    case CL_COMMAND_TASK:
      return "clEnqueueTask";
    case CL_COMMAND_READ_BUFFER:
      return "clEnqueueReadBuffer";
    case CL_COMMAND_WRITE_BUFFER:
      return "clEnqueueWriteBuffer";
    case CL_COMMAND_COPY_BUFFER:
      return "clEnqueueCopyBuffer";
    case CL_COMMAND_READ_IMAGE:
      return "clEnqueueReadImage";
    case CL_COMMAND_WRITE_IMAGE:
      return "clEnqueueWriteImage";
    case CL_COMMAND_COPY_IMAGE:
      return "clEnqueueCopyImage";
    case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
      return "clEnqueueCopyImageToBuffer";
    case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
      return "clEnqueueCopyBufferToImage";
    case CL_COMMAND_MAP_BUFFER:
      return "clEnqueueMapBuffer";
    case CL_COMMAND_MAP_IMAGE:
      return "clEnqueueMapImage";
    case CL_COMMAND_UNMAP_MEM_OBJECT:
      return "clEnqueueUnmapMemObject";
    case CL_COMMAND_MARKER:
      return "clEnqueueMarkerWithWaitList";
    case CL_COMMAND_BARRIER:
      return "clEnqueueBarrierWithWaitList";
    case CL_COMMAND_READ_BUFFER_RECT:
      return "clEnqueueReadBufferRect";
    case CL_COMMAND_WRITE_BUFFER_RECT:
      return "clEnqueueWriteBufferRect";
    case CL_COMMAND_COPY_BUFFER_RECT:
      return "clEnqueueCopyBufferRect";
    case CL_COMMAND_FILL_BUFFER:
      return "clEnqueueFillBuffer";
    case CL_COMMAND_FILL_IMAGE:
      return "clEnqueueFillImage";
    case CL_COMMAND_SVM_FREE:
      return "clEnqueueSVMFree";
    case CL_COMMAND_SVM_MEMCPY:
      return "clEnqueueSVMMemcpy";
    case CL_COMMAND_SVM_MEMFILL:
      return "clEnqueueSVMMemFill";
    case CL_COMMAND_SVM_MAP:
      return "clEnqueueSVMMap";
    case CL_COMMAND_SVM_UNMAP:
      return "clEnqueueSVMUnmap";
    case CL_COMMAND_SVM_MIGRATE_MEM:
      return "clEnqueueSVMMigrateMem";
    case CL_COMMAND_MIGRATE_MEM_OBJECTS:
      return "clEnqueueMigrateMemObjects";
    default:
      return "a command";
  }
}

Outcome<void> execute(Command& command, std::uint64_t oldest) {
  if (delivery() == Delivery::late) begin_order(command);
  if (!command.execute) return {};
  Journal::of_process().begin_command(command.node->place);
  if (!check_host_memory(command))
    return refuse(CL_OUT_OF_RESOURCES, "the program's memory that the command uses does not exist");
  try {
    Outcome<void> outcome = run_alone(command);
    keep_mapping(command);
    follow_results(command);
    find_conflicts(command, oldest);
    return outcome;
  } catch (const std::bad_alloc&) {
    return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, "out of memory");
  }
}

void leave_out(Command& command, std::uint64_t oldest) {
  begin_order(command);
  if (!command.observed) find_conflicts(command, oldest);
}

}  // namespace lockstep::runtime
