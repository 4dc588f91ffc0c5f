// The order that the program imposes on the commands of the process, and the conflicts between commands. Two
// unordered commands conflict if they use the same bytes and at least one of them writes these bytes.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime {

struct Conflict {
  MemoryUse first, second;  // in the order in which the commands were enqueued
  ByteSet::Stretch bytes;   // bytes that both commands use
};

// The functions of this class may be called by any thread.
class CommandOrder {
 public:
  using Nodes = std::vector<std::shared_ptr<CommandNode>>;
  static CommandOrder& of_process();

  std::uint64_t tick();  // increments the time and returns it
  std::size_t new_timeline();
  bool has_several_timelines() const;

  // Called when the command starts. `before` contains the commands that it had to wait for. An in-order
  // queue has its own timeline.
  void begin(const std::shared_ptr<CommandNode>& node, const Nodes& before,
             std::optional<std::size_t> timeline);
  // Returns the commands of this queue that were enqueued before this time and that the program has not
  // waited for.
  Nodes before(const void* queue, std::uint64_t enqueued) const;
  // Notes that the program has waited for these commands, and therefore for all commands that happen
  // before them.
  void know(const Nodes& nodes);
  void know_queue(const void* queue);  // the same for all commands of the queue that have run

  // Adds the use to the uses of the object. `oldest` is the enqueue time of the oldest command that has
  // not run.
  std::vector<Conflict> add(Storage& storage, MemoryUse use, std::uint64_t oldest);

 private:
  void know_locked(const Nodes& nodes);

  mutable std::mutex mutex_;
  std::uint64_t time_ = 0;
  std::size_t timelines_ = 0;
  Nodes unknown_;                             // have run, but the program has not waited for them
  std::map<std::size_t, std::size_t> tails_;  // last indices of the timelines of out-of-order queues
};

}  // namespace lockstep::runtime
