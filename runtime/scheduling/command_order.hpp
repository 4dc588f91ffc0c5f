// The commands of the process in the order that the program gives, and what nothing orders: two commands that
// use the same bytes, one of which writes them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime {

struct Conflict {
  MemoryUse first, second;  // by the time at which they were enqueued
  ByteSet::Stretch bytes;   // that both use
};

// Its functions may be called by any thread.
class CommandOrder {
 public:
  using Nodes = std::vector<std::shared_ptr<CommandNode>>;
  static CommandOrder& of_process();

  std::uint64_t tick();  // the time
  std::size_t new_timeline();
  bool has_several_timelines() const;

  // The command runs now, after these. A queue that is in order has a timeline of its own.
  void begin(const std::shared_ptr<CommandNode>& node, const Nodes& before,
             std::optional<std::size_t> timeline);
  // Commands of this queue that were enqueued before this time and that the program has not waited for.
  Nodes before(const void* queue, std::uint64_t enqueued) const;
  // The program has waited for these commands, hence for all that happen before them.
  void know(const Nodes& nodes);
  void know_queue(const void* queue);  // all that have run

  // Adds the use to those of the object. `oldest` is the time at which the oldest command was enqueued that
  // has not run.
  std::vector<Conflict> add(Storage& storage, MemoryUse use, std::uint64_t oldest);

 private:
  void know_locked(const Nodes& nodes);

  mutable std::mutex mutex_;
  std::uint64_t time_ = 0;
  std::size_t timelines_ = 0;
  Nodes unknown_;                             // that have run and that the program has not waited for
  std::map<std::size_t, std::size_t> tails_;  // of timelines of queues that are not in order
};

}  // namespace lockstep::runtime
