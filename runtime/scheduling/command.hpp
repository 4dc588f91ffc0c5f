// A command in a queue, from its call to its end.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/objects/event.hpp"
#include "runtime/objects/host_snapshot.hpp"
#include "runtime/objects/memory.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

// A part of a memory object that a command reads or writes.
struct MemoryPart {
  std::shared_ptr<_cl_mem> memory;
  Box box;
  Triple region{};
  bool writes = false;
  bool also_reads = false;  // if it writes: whether it also reads

  bool is_read() const { return !writes || also_reads; }
};

// The observed use of a memory object by a launch.
struct ObservedUse {
  std::shared_ptr<Storage> storage;
  ByteSet bytes;
  bool writes = false;
};

// The program's memory that a command reads or writes when it runs.
struct HostSide {
  enum class Owner : std::uint8_t { program, device };
  HostMemory memory;
  bool is_written = false;
  Owner owner = Owner::program;  // device: its memory, accessible to the program while an object is mapped
  bool is_programs() const { return memory.base != nullptr && owner == Owner::program; }
};

struct Command {
  std::shared_ptr<_cl_event> event;
  std::vector<std::shared_ptr<_cl_event>> listed;   // the wait list
  std::vector<std::shared_ptr<_cl_event>> implied;  // the commands that the queue orders before it
  std::function<Outcome<void>()> execute;           // null: nothing to do
  std::vector<MemoryPart> parts;
  std::string kernel;                                        // name, for a launch
  std::shared_ptr<const std::vector<ObservedUse>> observed;  // after it ran; null: `parts` is complete
  HostSide host;
  std::optional<_cl_mem::Mapping> mapping;  // for a map or an unmap
  std::optional<HostSnapshot> snapshot;     // of the host's memory, if the command runs later than its call
  std::shared_ptr<CommandNode> node;
  bool is_barrier = false;
  bool waits_for_all = false;  // waits for all earlier commands of its queue

  bool is_launch() const {
    return event->type == CL_COMMAND_NDRANGE_KERNEL || event->type == CL_COMMAND_TASK;
  }

  bool is_unmap() const {
    return event->type == CL_COMMAND_UNMAP_MEM_OBJECT || event->type == CL_COMMAND_SVM_UNMAP;
  }

  // Used by the scheduler, under its lock.
  std::size_t waits_for = 0;  // number of incomplete events
  bool is_demanded = false;   // whether it runs as soon as it can
};

}  // namespace lockstep::runtime
