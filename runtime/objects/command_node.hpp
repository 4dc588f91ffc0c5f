// A command's place in the order that the program gives by queues, events, barriers and waits: which commands
// happen before it. The order in which they were executed says nothing of that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/objects/byte_set.hpp"

namespace lockstep::runtime {

// Times are those of one counter of the process.
struct CommandNode {
  std::string call, place;      // "clEnqueueWriteBuffer", of the program's call
  const void* queue = nullptr;  // compared only
  std::uint64_t enqueued = 0;
  // What the program had waited for by then happens before the command: when it was enqueued, or when the
  // program completed a user event that it waits for.
  std::uint64_t floor = 0;
  std::uint64_t known = 0;  // when the program had waited for it; 0: it has not
  // Commands of a timeline happen one after another. Of each: how many happen before this one.
  std::size_t timeline = 0, index = 0;
  std::map<std::size_t, std::size_t> clock = {};
};

bool happens_before(const CommandNode& first, const CommandNode& second);

// What a command did with a memory object.
struct MemoryUse {
  std::shared_ptr<const CommandNode> node;
  ByteSet bytes;
  bool writes = false;
};

}  // namespace lockstep::runtime
