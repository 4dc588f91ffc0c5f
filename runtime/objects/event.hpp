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

  // Nanoseconds, indexed by CL_PROFILING_COMMAND_QUEUED - … : queued, submitted, started, ended, complete.
  std::array<cl_ulong, 5> times{};

  // Used by the scheduler, under its lock.
  cl_int status = CL_QUEUED;  // negative: failed
  // The device could not complete it, or a command that it waits for: its results are missing, and all later
  // commands fail as well.
  bool is_lost = false;
  struct Callback {
    cl_int when = CL_COMPLETE;
    std::function<void(cl_int)> call;
  };
  std::vector<Callback> callbacks;
  std::vector<std::shared_ptr<lockstep::runtime::Command>> dependents;  // commands that wait for it
  std::weak_ptr<lockstep::runtime::Command> command;                    // until it has run
  std::shared_ptr<lockstep::runtime::CommandNode> node;                 // once it is done
  unsigned questions = 0;                                               // queries of its status
  bool is_done() const { return status <= CL_COMPLETE; }
};
