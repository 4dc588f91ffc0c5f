#include "sim/figure_rows/builder.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace lockstep::sim {
namespace {

// The maximum number of values that are recorded for a lane, and the maximum number of nodes visited when a
// value is decomposed. No figure can show more.
constexpr std::size_t kMaxKnown = 8192;
constexpr std::size_t kMaxVisited = 16384;
// If a lane knows more values than this, an index is faster than a search through all values for
// each operand.
constexpr std::size_t kFewKnown = 96;

}  // namespace

// Merges neighbouring cells into one feed. If a cell was read twice, each value counts once.
void CombinationBuilder::merge_neighbours(std::vector<Feed>& feeds) {
  if (feeds.size() < 2) return;
  std::sort(feeds.begin(), feeds.end(), [](const Feed& a, const Feed& b) {
    return std::tie(a.array, a.cell, a.version, b.has_input) <
           std::tie(b.array, b.cell, b.version, a.has_input);
  });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < feeds.size(); ++i) {
    Feed& last = feeds[kept];
    const Feed& next = feeds[i];
    const bool same = last.array == next.array && last.version == next.version;
    if (same && next.cell < last.cell + last.count) continue;
    if (same && next.cell == last.cell + last.count && next.has_input == last.has_input &&
        next.version == Feed::kNewest) {
      last.count += next.count;
    } else {
      feeds[++kept] = Feed(next);
    }
  }
  feeds.resize(kept + 1);
}

std::uint32_t CombinationBuilder::add_array(std::uint64_t cells,
                                            const std::vector<CombinationCell>& initial) {
  Array array;
  array.versions.resize(cells);
  for (std::size_t cell = 0; cell < initial.size(); ++cell)
    array.versions[cell].provenance = initial[cell].provenance;
  array.initial = initial;
  arrays_.push_back(std::move(array));
  return static_cast<std::uint32_t>(arrays_.size() - 1);
}

void CombinationBuilder::begin_group(std::uint32_t launch, std::uint32_t group) {
  if (launch != launch_) {
    parked_.clear();
    end_group();
  }
  if (!has_ended_) parked_[group_] = {interval_, std::exchange(lanes_, {})};
  launch_ = launch;
  group_ = group;
  has_ended_ = false;
  interval_ = 0;
  if (const auto parked = parked_.find(group); parked != parked_.end()) {
    interval_ = parked->second.interval;
    lanes_ = std::move(parked->second.lanes);
    parked_.erase(parked);
  }
}

// Keeps the allocated memory, because the next group usually has the same number of lanes, each with the same
// number of values.
void CombinationBuilder::end_group() {
  for (std::vector<LaneMemory>& warp : lanes_)
    for (LaneMemory& lane : warp) lane.forget();
  has_ended_ = true;
}

void CombinationBuilder::barrier() { ++interval_; }

CombinationBuilder::LaneMemory& CombinationBuilder::lane_memory(std::uint32_t warp, std::uint32_t lane) {
  if (warp >= lanes_.size()) lanes_.resize(warp + std::size_t{1});
  if (lane >= lanes_[warp].size()) lanes_[warp].resize(lane + std::size_t{1});
  return lanes_[warp][lane];
}

void CombinationBuilder::remember(LaneMemory& memory, CombinationPlace place, bool loaded) {
  // An older value of the cell remains known, because the lane may still hold this value in a register.
  if (memory.known.size() == kMaxKnown) {
    memory.known.erase(memory.known.begin(), memory.known.begin() + kMaxKnown / 2);
    memory.ids.erase(memory.ids.begin(), memory.ids.begin() + kMaxKnown / 2);
    memory.index.clear();
    memory.indexed = 0;
  }
  memory.known.push_back({place, version(place), ++time_, loaded});
  memory.ids.push_back(memory.known.back().version.provenance);
}

void CombinationBuilder::load(std::uint32_t warp, std::uint32_t lane, CombinationPlace place) {
  if (!version(place).written()) arrays_[place.array].read_initial = true;
  remember(lane_memory(warp, lane), place, true);
}

// Returns the first step after the steps of all `versions` that were stored in this launch. A group that
// communicates through global memory may have read a value that another group wrote in a later interval of
// that group.
CombinationBuilder::Step CombinationBuilder::step_after(std::span<const Version* const> versions) const {
  Step step{interval_, 0};
  for (const Version* version : versions) {
    if (!version->written() || version->launch != launch_) continue;
    step = std::max(step, Step{version->interval, version->level});
  }
  ++step.level;
  return step;
}

// Decomposes a value into its operands. `find` returns whether the lane knew a value; the operands of a known
// value are not visited.
template <class Find>
void CombinationBuilder::walk(ProvenanceId whole, Find find) {
  ++walk_;
  visited_.resize(std::max(visited_.size(), graph_.size()), 0);
  open_.assign(1, whole);
  for (std::size_t visited = 0; !open_.empty() && visited < kMaxVisited;) {
    const ProvenanceId id = open_.back();
    open_.pop_back();
    if (id == 0 || visited_[id] == walk_) continue;
    const ProvenanceNode node = graph_.node(id);
    if (node.kind == ProvenanceNode::Kind::identity) continue;
    visited_[id] = walk_;
    ++visited;
    if (find(id) || node.kind != ProvenanceNode::Kind::combined) continue;
    open_.push_back(node.right);
    open_.push_back(node.left);
  }
}

void CombinationBuilder::LaneMemory::complete_index() {
  for (; indexed < known.size(); ++indexed)
    known[indexed].before =
        std::exchange(index[known[indexed].version.provenance], static_cast<std::uint32_t>(indexed + 1));
}

void CombinationBuilder::LaneMemory::forget() {
  known.clear();
  ids.clear();
  last_store = 0;
  index.clear();
  indexed = 0;
}

void CombinationBuilder::find_sources(LaneMemory& memory, ProvenanceId whole) {
  // Called for the values with one id that a lane knows, starting with the latest. Takes all fresh values; if
  // none is fresh, takes the latest.
  const auto take = [&](const Known& known, bool is_latest) {
    const bool is_fresh = known.time > memory.last_store;
    if (is_fresh || is_latest) sources_.push_back(&known);
    return is_fresh;
  };
  if (memory.known.size() <= kFewKnown) {
    walk(whole, [&](ProvenanceId id) {
      bool is_latest = true;
      for (std::size_t i = memory.ids.size(); i-- > 0;) {
        if (memory.ids[i] != id) continue;
        if (!take(memory.known[i], std::exchange(is_latest, false))) break;
      }
      return !is_latest;
    });
  } else {
    memory.complete_index();
    walk(whole, [&](ProvenanceId id) {
      const auto latest = memory.index.find(id);
      if (latest == memory.index.end()) return false;
      for (std::uint32_t number = latest->second; number != 0; number = memory.known[number - 1].before)
        if (!take(memory.known[number - 1], number == latest->second)) break;
      return true;
    });
  }
  for (auto known = memory.known.rbegin(); known != memory.known.rend(); ++known) {
    if (known->time <= memory.last_store) break;
    const ProvenanceNode::Kind kind = graph_.node(known->version.provenance).kind;
    const bool is_alone = kind == ProvenanceNode::Kind::none || kind == ProvenanceNode::Kind::identity;
    if (is_alone && known->loaded) sources_.push_back(&*known);
  }
}

void CombinationBuilder::add_feeds(std::span<const Known* const> sources) {
  feeds_of_store_.clear();
  for (const Known* known : sources) {
    const bool is_newest = version(known->place).number == known->version.number;
    feeds_of_store_.push_back({known->place.cell, 1, known->place.array,
                               is_newest ? Feed::kNewest : known->version.number,
                               graph_.has_input(known->version.provenance)});
  }
  merge_neighbours(feeds_of_store_);
}

void CombinationBuilder::add_feeds_of(const CombinationWrite& other) {
  for (std::uint32_t i = 0; i < other.source_count; ++i)
    feeds_of_store_.push_back(feeds_[other.first_source + i]);
  merge_neighbours(feeds_of_store_);
}

void CombinationBuilder::keep_feeds(CombinationWrite& write) {
  write.first_source = static_cast<std::uint32_t>(feeds_.size());
  write.source_count = static_cast<std::uint32_t>(feeds_of_store_.size());
  for (const Feed& feed : feeds_of_store_) feeds_.push_back(feed);
}

CombinationBuilder::Row& CombinationBuilder::row_of(const RowKey& key) {
  if (latest_row_ != nullptr && latest_row_->first == key) return latest_row_->second;
  const auto [found, is_new] = rows_.try_emplace(key);
  if (is_new) found->second.number = static_cast<std::uint32_t>(rows_.size() - 1);
  latest_row_ = &*found;
  return found->second;
}

// Returns whether the store replaces the store of another lane to the same cell at the same moment.
bool CombinationBuilder::replaces_another(const StoreEvent& event) const {
  const Version& current = version(event.place);
  return current.written() && current.position == event.position && current.launch == launch_;
}

CombinationBuilder::Step CombinationBuilder::step_of(const StoreEvent& event,
                                                     std::span<const Known* const> sources) {
  before_.clear();
  if (!replaces_another(event)) before_.push_back(&version(event.place));
  for (const Known* known : sources) before_.push_back(&known->version);
  return step_after(before_);
}

void CombinationBuilder::find_sources_together(std::span<const StoreEvent> events) {
  sources_.clear();
  ends_.clear();
  for (const StoreEvent& event : events) {
    find_sources(lane_memory(event.warp, event.lane), event.provenance);
    ends_.push_back(sources_.size());
  }
}

// All stores of a moment belong to the same step, which is the latest step of any lane.
CombinationBuilder::RowKey CombinationBuilder::store_together(std::span<const StoreEvent> events) {
  find_sources_together(events);
  const auto sources_of = [&](std::size_t i) {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(sources_).subspan(begin, ends_[i] - begin);
  };
  Step step;
  if (events.size() > 1)
    for (std::size_t i = 0; i < events.size(); ++i) step = std::max(step, step_of(events[i], sources_of(i)));
  // If a lane stores more than once, the stores are processed one by one, because each store changes the
  // values that the lane knows.
  const bool has_one_a_lane =
      std::ranges::adjacent_find(events, std::greater_equal(), &StoreEvent::lane) == events.end();
  if (has_one_a_lane) {
    RowKey key;
    for (std::size_t i = 0; i < events.size(); ++i) key = store(events[i], sources_of(i), step);
    return key;
  }
  RowKey key;
  for (const StoreEvent& event : events) {
    find_sources_together({&event, 1});
    key = store(event, sources_, step);
  }
  return key;
}

CombinationBuilder::RowKey CombinationBuilder::store(const StoreEvent& event,
                                                     std::span<const Known* const> sources, Step at_least) {
  LaneMemory& memory = lane_memory(event.warp, event.lane);
  CombinationWrite write{event.place.cell, event.position, event.warp, event.lane, group_,
                         event.provenance, event.bits,     0,          0};
  Version& current = version(event.place);
  Array& array = arrays_[event.place.array];
  if (array.latest.empty()) array.latest.resize(array.versions.size());
  const bool replaces = replaces_another(event);
  Step step = std::max(step_of(event, sources), at_least);
  if (replaces) {
    step = std::max(step, Step{current.interval, current.level});
    // The replaced store does not count as a separate version: both lanes loaded the value before it.
    --current.number;
  }
  add_feeds(sources);
  std::uint32_t& latest = array.latest[event.place.cell];
  if (replaces) {
    Store& other = stores_[latest - 1];
    if (event.combines) add_feeds_of(other.write);
    other.row = Store::kReplaced;
    --row_of({launch_, current.interval, current.level, event.place.array}).writes;
  }
  keep_feeds(write);

  const RowKey key{launch_, step.interval, step.level, event.place.array};
  const bool moves = std::ranges::any_of(
      sources, [&](const Known* known) { return known->version.provenance == event.provenance; });
  Row& row = row_of(key);
  stores_.push_back({write, row.number});
  latest = static_cast<std::uint32_t>(stores_.size());
  current = {event.provenance, launch_, step.interval, step.level, event.position, current.number + 1};
  remember(memory, event.place, false);
  memory.last_store = time_;
  if (!moves && graph_.node(event.provenance).kind == ProvenanceNode::Kind::combined) row.row.applies = true;
  ++row.writes;
  return key;
}

}  // namespace lockstep::sim
