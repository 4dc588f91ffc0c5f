// The order that the program imposes on the commands of the process, and conflicts: two unordered commands
// that use the same bytes, at least one of which writes them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime {

struct Conflict {
  MemoryUse first, second;  // in the order in which they were enqueued
  ByteSet::Stretch bytes;   // used by both
};

// Its functions may be called by any thread.
class CommandOrder {
 public:
  using Nodes = std::vector<std::shared_ptr<CommandNode>>;
  static CommandOrder& of_process();

  std::uint64_t tick();  // the next time
  std::size_t new_timeline();
  bool has_several_timelines() const;

  // The command starts now, after the commands `before`. An in-order queue has its own timeline.
  void begin(const std::shared_ptr<CommandNode>& node, const Nodes& before,
             std::optional<std::size_t> timeline);
  // The commands of this queue that were enqueued before this time and that the program has not waited for.
  Nodes before(const void* queue, std::uint64_t enqueued) const;
  // The program has waited for these commands, hence for all commands that happen before them.
  void know(const Nodes& nodes);
  void know_queue(const void* queue);  // all of its commands that have run

  // Adds the use to the object's uses. `oldest` is the enqueue time of the oldest command that has not run.
  std::vector<Conflict> add(Storage& storage, MemoryUse use, std::uint64_t oldest);

 private:
  void know_locked(const Nodes& nodes);

  mutable std::mutex mutex_;
  std::uint64_t time_ = 0;
  std::size_t timelines_ = 0;
  Nodes unknown_;                             // that have run, and for which the program has not waited
  std::map<std::size_t, std::size_t> tails_;  // last indices of the timelines of out-of-order queues
};

}  // namespace lockstep::runtime
