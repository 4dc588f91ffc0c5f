// A command in a queue, from the call that enqueues it to its end.
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
  bool also_reads = false;  // for a part that is written: whether it is also read

  bool is_read() const { return !writes || also_reads; }
};

// The observed use of a memory object by a launch.
struct ObservedUse {
  std::shared_ptr<Storage> storage;
  ByteSet bytes;
  bool writes = false;
};

// The program's memory that a command reads or writes when it is executed.
struct HostSide {
  enum class Owner : std::uint8_t { program, device };
  HostMemory memory;
  bool is_written = false;
  Owner owner = Owner::program;  // device: memory of the device, accessible to the program while it is mapped
  bool is_programs() const { return memory.base != nullptr && owner == Owner::program; }
};

struct Command {
  std::shared_ptr<_cl_event> event;
  std::vector<std::shared_ptr<_cl_event>> listed;   // the wait list
  std::vector<std::shared_ptr<_cl_event>> implied;  // the commands that the queue orders before this command
  std::function<Outcome<void>()> execute;           // null if nothing is to be done
  std::vector<MemoryPart> parts;
  std::string kernel;                                        // name of the kernel, for a launch
  std::shared_ptr<const std::vector<ObservedUse>> observed;  // set by the run; null if `parts` is complete
  HostSide host;
  std::optional<_cl_mem::Mapping> mapping;  // for a map or unmap command
  std::optional<HostSnapshot> snapshot;     // of the host memory, if the command runs later than its call
  std::shared_ptr<CommandNode> node;
  bool is_barrier = false;
  bool waits_for_all = false;  // whether it waits for all earlier commands of its queue

  bool is_launch() const {
    return event->type == CL_COMMAND_NDRANGE_KERNEL || event->type == CL_COMMAND_TASK;
  }

  bool is_unmap() const {
    return event->type == CL_COMMAND_UNMAP_MEM_OBJECT || event->type == CL_COMMAND_SVM_UNMAP;
  }

  // The following members are used by the scheduler, under its lock.
  std::size_t waits_for = 0;  // number of incomplete events
  bool is_demanded = false;   // whether it runs as soon as it can
};

}  // namespace lockstep::runtime
