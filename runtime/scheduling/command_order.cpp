#include "runtime/scheduling/command_order.hpp"

#include <algorithm>

namespace lockstep::runtime {
namespace {

// If an object is used by more commands than this number at the same time, the oldest commands are forgotten.
constexpr std::size_t kMaxUses = 256;
constexpr std::size_t kMaxConflicts = 4;  // reported for each command

void join(std::map<std::size_t, std::size_t>& clock, std::size_t timeline, std::size_t index) {
  std::size_t& last = clock[timeline];
  last = std::max(last, index);
}

bool covers(const MemoryUse& later, const MemoryUse& earlier) {
  return (later.writes || !earlier.writes) && happens_before(*earlier.node, *later.node) &&
         later.bytes.contains(earlier.bytes);
}

}  // namespace

CommandOrder& CommandOrder::of_process() {
  static CommandOrder* const order = std::make_unique<CommandOrder>().release();
  return *order;
}

std::uint64_t CommandOrder::tick() {
  const std::lock_guard lock(mutex_);
  return ++time_;
}

std::size_t CommandOrder::new_timeline() {
  const std::lock_guard lock(mutex_);
  return ++timelines_;
}

bool CommandOrder::has_several_timelines() const {
  const std::lock_guard lock(mutex_);
  return timelines_ > 1;
}

// If possible, a command of an out-of-order queue continues the timeline of a command that it waits for, so
// that the clocks remain short.
void CommandOrder::begin(const std::shared_ptr<CommandNode>& node, const Nodes& before,
                         std::optional<std::size_t> timeline) {
  const std::lock_guard lock(mutex_);
  for (const auto& earlier : before) {
    node->floor = std::max(node->floor, earlier->floor);
    if (earlier->known != 0 && earlier->known <= node->floor) continue;
    for (const auto& [line, index] : earlier->clock) join(node->clock, line, index);
    join(node->clock, earlier->timeline, earlier->index);
    const auto tail = tails_.find(earlier->timeline);
    if (!timeline && tail != tails_.end() && tail->second == earlier->index) timeline = earlier->timeline;
  }
  const bool is_new = !timeline;
  node->timeline = is_new ? ++timelines_ : *timeline;
  node->index = node->clock[node->timeline] + 1;
  if (is_new || tails_.contains(node->timeline)) tails_[node->timeline] = node->index;
  unknown_.push_back(node);
}

CommandOrder::Nodes CommandOrder::before(const void* queue, std::uint64_t enqueued) const {
  const std::lock_guard lock(mutex_);
  Nodes nodes;
  std::ranges::copy_if(unknown_, std::back_inserter(nodes),
                       [&](const auto& node) { return node->queue == queue && node->enqueued < enqueued; });
  return nodes;
}

void CommandOrder::know(const Nodes& nodes) {
  const std::lock_guard lock(mutex_);
  know_locked(nodes);
}

void CommandOrder::know_queue(const void* queue) {
  const std::lock_guard lock(mutex_);
  Nodes nodes;
  std::ranges::copy_if(unknown_, std::back_inserter(nodes),
                       [&](const auto& node) { return node->queue == queue; });
  know_locked(nodes);
}

void CommandOrder::know_locked(const Nodes& nodes) {
  CommandNode all;  // stands for a command after all these commands
  for (const auto& node : nodes) {
    all.floor = std::max(all.floor, node->floor);
    join(all.clock, node->timeline, node->index);
    for (const auto& [line, index] : node->clock) join(all.clock, line, index);
  }
  ++time_;
  std::erase_if(unknown_, [&](const std::shared_ptr<CommandNode>& node) {
    if (!happens_before(*node, all)) return false;
    node->known = time_;
    const auto tail = tails_.find(node->timeline);
    if (tail != tails_.end() && tail->second == node->index) tails_.erase(tail);
    return true;
  });
}

std::vector<Conflict> CommandOrder::add(Storage& storage, MemoryUse use, std::uint64_t oldest) {
  const std::lock_guard lock(mutex_);
  std::vector<Conflict> conflicts;
  if (storage.uses.size() > kMaxUses) storage.uses.erase(storage.uses.begin());
  std::erase_if(storage.uses, [&](const MemoryUse& other) {
    if (other.node->known != 0 && other.node->known <= oldest) return true;
    if (covers(use, other)) return true;
    if (other.node == use.node || !(other.writes || use.writes)) return false;
    if (conflicts.size() == kMaxConflicts || happens_before(*other.node, *use.node)) return false;
    if (const auto bytes = other.bytes.common(use.bytes)) {
      const bool is_first = other.node->enqueued < use.node->enqueued;
      conflicts.push_back(is_first ? Conflict{other, use, *bytes} : Conflict{use, other, *bytes});
    }
    return false;
  });
  if (!use.bytes.empty()) storage.uses.push_back(std::move(use));
  return conflicts;
}

}  // namespace lockstep::runtime
