// A command buffer: commands that are recorded for one queue and then enqueued together any number of times.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "runtime/objects/queue.hpp"
#include "runtime/scheduling/scheduler.hpp"

struct _cl_command_buffer_khr : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::command_buffer;
  _cl_command_buffer_khr() : Object(kKind) {}

  struct Recorded {
    lockstep::runtime::CommandRequest request;
    std::vector<cl_sync_point_khr> waits_for;  // sync point k stands for command k - 1
  };

  std::shared_ptr<_cl_command_queue> queue;
  std::vector<cl_command_buffer_properties_khr> properties;  // as given, with the terminating 0
  bool permits_simultaneous_use = false;

  std::mutex mutex;
  bool is_finalised = false;
  std::vector<Recorded> commands;
  std::vector<std::shared_ptr<_cl_event>> ends;  // final events of the enqueued runs
};
