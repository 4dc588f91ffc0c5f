// An event: the state of a command, or a user event.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/objects/command_node.hpp"
#include "runtime/objects/queue.hpp"

namespace lockstep::runtime {
struct Command;  // defined by the scheduler
}

struct _cl_event : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::event;
  _cl_event() : Object(kKind) {}

  std::shared_ptr<_cl_context> context;
  std::shared_ptr<_cl_command_queue> queue;  // null: a user event
  cl_command_type type = CL_COMMAND_USER;

  // The times in nanoseconds, indexed by CL_PROFILING_COMMAND_QUEUED - …: queued, submitted, started,
  // ended, complete.
  std::array<cl_ulong, 5> times{};

  // The following members are used by the scheduler, under its lock.
  cl_int status = CL_QUEUED;  // negative: failed
  // Whether the device could not complete the command, or a command that it waits for. If so, the results of
  // the command are missing, and all later commands fail as well.
  bool is_lost = false;
  struct Callback {
    cl_int when = CL_COMPLETE;
    std::function<void(cl_int)> call;
  };
  std::vector<Callback> callbacks;
  std::vector<std::shared_ptr<lockstep::runtime::Command>> dependents;  // commands that wait for this event
  std::weak_ptr<lockstep::runtime::Command> command;                    // null after the command has run
  std::shared_ptr<lockstep::runtime::CommandNode> node;                 // null until the command is complete
  unsigned questions = 0;                                               // number of queries of the status
  bool is_done() const { return status <= CL_COMPLETE; }
};
