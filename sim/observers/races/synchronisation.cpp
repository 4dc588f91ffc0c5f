#include "sim/observers/races/synchronisation.hpp"

#include <algorithm>

namespace lockstep::sim {
namespace {

constexpr std::int64_t kBothMemories = 3;

std::size_t rank_of(MemoryScope scope) { return static_cast<std::size_t>(scope) - 1; }

// work_group_barrier has a scope argument; barrier with CLK_GLOBAL_MEM_FENCE is a fence for the whole device.
bool has_device_scope(const Instruction& barrier) {
  const Ordering ordering = ordering_of(barrier);
  return ordering.order != MemoryOrder::relaxed && ordering.scope == MemoryScope::device;
}

bool orders(const Instruction& instruction) {
  if (instruction.op == Opcode::fence) return true;
  return instruction.op == Opcode::atomic && ordering_of(instruction).order != MemoryOrder::relaxed;
}

}  // namespace

// A barrier orders memory between work-groups only together with an atomic.
bool Synchronisation::is_used(const Program& program) {
  const auto is_wide_barrier = [](const Instruction& instruction) {
    return instruction.op == Opcode::barrier && has_device_scope(instruction);
  };
  const auto is_atomic = [](const Instruction& instruction) { return instruction.op == Opcode::atomic; };
  return std::ranges::any_of(program.code, orders) ||
         (std::ranges::any_of(program.code, is_wide_barrier) && std::ranges::any_of(program.code, is_atomic));
}

void Synchronisation::begin_launch(bool is_active, std::uint64_t groups, std::uint32_t group_items) {
  is_active_ = is_active;
  visited_ = 0;
  levels_ = 1;
  while (groups > std::uint64_t{1} << (4 * levels_)) ++levels_;
  items_.clear();
  if (is_active) items_.resize(group_items);
  has_items_ = false;
  group_known_ = {};
  group_observed_.clear();
  global_locations_.clear();
  local_locations_.clear();
}

void Synchronisation::begin_group() {
  if (!is_active_) return;
  if (has_items_)
    for (auto& item : items_) item.reset();
  has_items_ = false;
  group_known_ = {};
  group_observed_.clear();
  local_locations_.clear();
}

Synchronisation::Group Synchronisation::leave_group() {
  Group group{std::move(items_), has_items_, std::move(group_known_), std::move(group_observed_),
              std::move(local_locations_)};
  items_ = std::vector<std::unique_ptr<Item>>(group.items.size());
  has_items_ = false;
  group_known_ = {};
  group_observed_ = {};
  local_locations_ = {};
  return group;
}

void Synchronisation::return_to_group(Group group) {
  items_ = std::move(group.items);
  has_items_ = group.has_items;
  group_known_ = std::move(group.known);
  group_observed_ = std::move(group.observed);
  local_locations_ = std::move(group.local_locations);
}

Synchronisation::Item& Synchronisation::item_at(std::uint32_t item) {
  has_items_ = true;
  if (!items_[item]) items_[item] = std::make_unique<Item>();
  return *items_[item];
}

Synchronisation::Location& Synchronisation::location_of(const Atomic& atomic) {
  return (atomic.is_local ? local_locations_ : global_locations_)[atomic.address];
}

void Synchronisation::add(Known& to, const Known& from, std::int64_t flags) {
  for (const OrderedMemory memory : kOrderedMemories) {
    if (!is_in(memory, flags) || visited_ > kWork) continue;
    Knowledge& known = to[index_of(memory)];
    known = Knowledge::join(levels_, known, from[index_of(memory)], visited_);
  }
}

// The knowledge that a work-item may publish.
Synchronisation::Known Synchronisation::own(const RaceClock& clock, const Actor& actor, const Item& item) {
  Known known = group_known_;
  add(known, item.known, kBothMemories);
  if (visited_ > kWork) return known;
  for (const OrderedMemory memory : kOrderedMemories) {
    const std::size_t i = index_of(memory);
    Knowledge::OfGroup group{clock.barrier[i], {{actor.item, clock.now + 1}}};
    if (actor.sub_group < clock.sub_group_barrier[i].size())
      group.parts.push_back(
          {Knowledge::kSubGroups + actor.sub_group, clock.sub_group_barrier[i][actor.sub_group]});
    known[i] =
        Knowledge::join(levels_, known[i], Knowledge::of(levels_, clock.turn, std::move(group)), visited_);
  }
  return known;
}

// The knowledge that an acquire with this scope obtains.
Synchronisation::Known Synchronisation::visible(const RaceClock& clock, const Actor& actor,
                                                const Location& location, MemoryScope scope) {
  Known known;
  if (scope >= MemoryScope::device) add(known, location.published[2], kBothMemories);
  const bool same_group = location.turn == clock.turn;
  if (scope >= MemoryScope::work_group && same_group) add(known, location.published[1], kBothMemories);
  if (scope >= MemoryScope::sub_group && same_group && location.sub_group == actor.sub_group)
    add(known, location.published[0], kBothMemories);
  return known;
}

void Synchronisation::read(const RaceClock& clock, const Actor& actor, const Atomic& atomic,
                           const Location& location, bool acquires) {
  Item& item = item_at(actor.item);
  const MemoryScope scope = atomic.ordering.scope;
  if (acquires || item.has_mem_fence) {
    item.has_acquired = true;
    add(item.known, visible(clock, actor, location, scope), kBothMemories);
    return;
  }
  for (std::size_t rank = 0; rank < item.pending.size(); ++rank) {
    const auto fence = static_cast<MemoryScope>(rank + 1);
    add(item.pending[rank], visible(clock, actor, location, std::min(scope, fence)), kBothMemories);
  }
  item.pending_site = atomic.site;
}

bool Synchronisation::publish(const RaceClock& clock, const Actor& actor, Location& location,
                              const Known& known, MemoryScope scope) {
  if (scope == MemoryScope::work_item) return false;
  const bool same_group = location.turn == clock.turn;
  if (!same_group) location.published[1] = {};
  if (!same_group || location.sub_group != actor.sub_group) location.published[0] = {};
  location.turn = clock.turn;
  location.sub_group = actor.sub_group;
  for (std::size_t rank = 0; rank <= rank_of(scope); ++rank)
    add(location.published[rank], known, kBothMemories);
  return true;
}

void Synchronisation::observe(const Actor& actor, const Atomic& atomic, Location& location) {
  const MemoryScope widest = atomic.is_local ? MemoryScope::work_group : MemoryScope::device;
  const bool leaves_out = atomic.ordering.scope < widest;
  const bool is_store = atomic.writes && !atomic.reads && location.changes > 0;
  location.is_broken = location.is_broken || leaves_out || is_store;
  if (atomic.writes) ++location.changes;
  if (atomic.reads) item_at(actor.item).observed[atomic.address] = location.changes;
}

bool Synchronisation::has_observed(std::uint32_t item, std::uint64_t address, bool is_local) const {
  if (!is_active_) return false;
  const auto& locations = is_local ? local_locations_ : global_locations_;
  const auto location = locations.find(address);
  if (location == locations.end() || location->second.is_broken) return false;
  const auto is_latest = [&](const Observed& observed) {
    const auto found = observed.find(address);
    return found != observed.end() && found->second == location->second.changes;
  };
  return is_latest(group_observed_) ||
         (item < items_.size() && items_[item] && is_latest(items_[item]->observed));
}

bool Synchronisation::atomic(const RaceClock& clock, const Actor& actor, const Atomic& atomic) {
  Location& location = location_of(atomic);
  observe(actor, atomic, location);
  const MemoryOrder order = atomic.reads && !atomic.writes ? atomic.ordering.failure : atomic.ordering.order;
  if (atomic.reads) read(clock, actor, atomic, location, acquires(order));
  if (!atomic.writes) return false;
  // A store by another work-item ends the release sequence; read-modify-writes, and stores by the same
  // work-item, continue it.
  const std::uint64_t writer = std::uint64_t{clock.turn} << 32 | actor.item;
  if (!atomic.reads) {
    if (location.writer != writer) location.published = {};
    location.writer = writer;
  }
  Item& item = item_at(actor.item);
  if (releases(order)) return publish(clock, actor, location, own(clock, actor, item), atomic.ordering.scope);
  if (item.fence_scope == MemoryScope::work_item) return false;
  publish(clock, actor, location, item.fenced, std::min(item.fence_scope, atomic.ordering.scope));
  return false;
}

bool Synchronisation::fence(const RaceClock& clock, const Actor& actor, const Ordering& ordering,
                            std::int64_t flags) {
  if (ordering.scope == MemoryScope::work_item || flags == 0) return false;
  Item& item = item_at(actor.item);
  if (acquires(ordering.order)) {
    add(item.known, item.pending[rank_of(ordering.scope)], flags);
    item.has_acquired = true;
  }
  if (ordering.order == MemoryOrder::mem_fence && is_in(OrderedMemory::global, flags))
    item.has_mem_fence = true;
  if (!releases(ordering.order)) return false;
  const Known known = own(clock, actor, item);
  for (const OrderedMemory memory : kOrderedMemories)
    if (is_in(memory, flags)) item.fenced[index_of(memory)] = known[index_of(memory)];
  item.fence_scope = std::max(item.fence_scope, ordering.scope);
  return true;
}

// The knowledge of each work-item becomes the knowledge of all. With device scope, each work-item also
// executes a fence.
void Synchronisation::barrier(const RaceClock& clock, const Instruction& barrier,
                              std::uint32_t sub_group_width) {
  if (!is_active_) return;
  const bool is_wide = has_device_scope(barrier);
  if (has_items_) {
    for (auto& item : items_) {
      if (!item) continue;
      if (is_wide) add(item->known, item->pending[rank_of(MemoryScope::device)], barrier.imm);
      if ((barrier.imm & kBothMemories) != kBothMemories) continue;
      for (const auto& [address, changes] : item->observed) {
        std::uint64_t& all = group_observed_[address];
        all = std::max(all, changes);
      }
      item->observed.clear();
      add(group_known_, item->known, barrier.imm);
    }
  }
  if (!is_wide) return;
  for (std::uint32_t i = 0; i < items_.size(); ++i)
    fence(clock, {i, i / sub_group_width}, {.order = MemoryOrder::release}, barrier.imm);
}

void Synchronisation::sub_group_barrier(const RaceClock&, std::uint32_t sub_group,
                                        std::uint32_t sub_group_width, std::int64_t flags) {
  if (!is_active_ || !has_items_) return;
  const std::size_t begin = std::size_t{sub_group} * sub_group_width;
  const std::size_t end = std::min(begin + sub_group_width, items_.size());
  Known known;
  for (std::size_t i = begin; i < end; ++i)
    if (items_[i]) add(known, items_[i]->known, flags);
  for (std::size_t i = begin; i < end; ++i) add(item_at(static_cast<std::uint32_t>(i)).known, known, flags);
}

bool Synchronisation::covers(const Known& known, const Earlier& earlier) const {
  return known[index_of(earlier.memory)].covers(levels_, earlier.turn, earlier.actor.item,
                                                earlier.actor.sub_group, earlier.time);
}

bool Synchronisation::knows(std::uint32_t item, const Earlier& earlier) const {
  if (!is_active_) return false;
  if (covers(group_known_, earlier)) return true;
  if (item >= items_.size() || !items_[item]) return false;
  return covers(items_[item]->known, earlier) || (visited_ > kWork && items_[item]->has_acquired);
}

const std::uint32_t* Synchronisation::relaxed_read(const Earlier& earlier) const {
  if (!is_active_) return nullptr;
  for (const auto& item : items_)
    if (item && covers(item->pending[rank_of(MemoryScope::device)], earlier)) return &item->pending_site;
  return nullptr;
}

}  // namespace lockstep::sim
