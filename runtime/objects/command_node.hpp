// A command's position in the order that the program imposes by queues, events, barriers and waits. The
// position determines which commands happen before the command, regardless of the order of execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/objects/byte_set.hpp"

namespace lockstep::runtime {

// The times are values of a counter of the process.
struct CommandNode {
  std::string call, place;      // "clEnqueueWriteBuffer", and the place of the program's call
  const void* queue = nullptr;  // used only for comparison
  std::uint64_t enqueued = 0;
  // All commands that the program had waited for at this time happen before the command. This is the time
  // at which the command was enqueued, or at which the program completed a user event that the command
  // waits for.
  std::uint64_t floor = 0;
  std::uint64_t known = 0;  // the time at which the program had waited for the command; 0: not yet
  // The commands of a timeline happen one after another. `clock` contains, for each timeline, the number of
  // its commands that happen before this command.
  std::size_t timeline = 0, index = 0;
  std::map<std::size_t, std::size_t> clock = {};
};

bool happens_before(const CommandNode& first, const CommandNode& second);

// The use of a memory object by a command.
struct MemoryUse {
  std::shared_ptr<const CommandNode> node;
  ByteSet bytes;
  bool writes = false;
};

}  // namespace lockstep::runtime
