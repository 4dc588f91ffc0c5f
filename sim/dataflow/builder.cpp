#include "sim/dataflow/builder.hpp"

#include <algorithm>

namespace lockstep::sim {
namespace {

// What a lane is remembered to know, and how far a value is taken apart: more than that no figure can show.
constexpr std::size_t kMostKnown = 8192;
constexpr std::size_t kMostVisited = 16384;
// From here on looking through all that a lane knows for each operand is slower than sorting it once.
constexpr std::size_t kFewKnown = 24;

// Neighbours become one source.
void merge_neighbours(std::vector<CombinationSource>& sources, std::size_t from) {
  std::sort(sources.begin() + static_cast<std::ptrdiff_t>(from), sources.end(),
            [](const CombinationSource& a, const CombinationSource& b) {
              return std::tie(a.row, a.cell, b.has_input) < std::tie(b.row, b.cell, a.has_input);
            });
  std::size_t kept = from;
  for (std::size_t i = from + 1; i < sources.size(); ++i) {
    CombinationSource& last = sources[kept];
    const CombinationSource& next = sources[i];
    const bool same_row = last.row == next.row;
    if (same_row && next.cell < last.cell + last.count) continue;  // read twice
    if (same_row && next.cell == last.cell + last.count && next.has_input == last.has_input) {
      last.count += next.count;
    } else {
      sources[++kept] = next;
    }
  }
  if (sources.size() > from) sources.resize(kept + 1);
}

}  // namespace

std::uint32_t CombinationBuilder::add_array(std::uint64_t cells,
                                            const std::vector<CombinationCell>& initial) {
  Array array;
  array.versions.resize(cells);
  for (std::size_t cell = 0; cell < initial.size(); ++cell)
    array.versions[cell].provenance = initial[cell].provenance;
  arrays_.push_back(std::move(array));
  return static_cast<std::uint32_t>(arrays_.size() - 1);
}

void CombinationBuilder::begin_group(std::uint32_t launch, std::uint32_t group) {
  launch_ = launch;
  group_ = group;
  interval_ = 0;
  lanes_.clear();
}

void CombinationBuilder::barrier() { ++interval_; }

CombinationBuilder::LaneMemory& CombinationBuilder::lane_memory(std::uint32_t warp, std::uint32_t lane) {
  return lanes_[(std::uint64_t{warp} << 32) | lane];
}

void CombinationBuilder::remember(LaneMemory& memory, CombinationPlace place, bool loaded) {
  // An older value of the cell stays known: the lane may still hold it in a register.
  if (memory.known.size() == kMostKnown)
    memory.known.erase(memory.known.begin(), memory.known.begin() + kMostKnown / 2);
  memory.known.push_back({place, version(place), ++time_, loaded});
}

void CombinationBuilder::load(std::uint32_t warp, std::uint32_t lane, CombinationPlace place) {
  if (!version(place).written) arrays_[place.array].read_initial = true;
  remember(lane_memory(warp, lane), place, true);
}

// The first step after all of `versions`, within this launch. A group that communicates through global memory
// may have read what another one wrote in a later interval of its own.
CombinationBuilder::Step CombinationBuilder::step_after(std::span<const Version* const> versions) const {
  Step step{interval_, 0};
  for (const Version* version : versions) {
    if (!version->written || version->launch != launch_) continue;
    step = std::max(step, Step{version->interval, version->level});
  }
  ++step.level;
  return step;
}

// Takes a value apart from the whole to its operands; `find` says whether the lane knew one, which ends that
// branch.
template <class Find>
void CombinationBuilder::walk(ProvenanceId whole, Find find) {
  ++walk_;
  visited_.resize(std::max(visited_.size(), graph_.size()), 0);
  std::vector<ProvenanceId> open{whole};
  for (std::size_t visited = 0; !open.empty() && visited < kMostVisited;) {
    const ProvenanceId id = open.back();
    open.pop_back();
    const bool is_identity = graph_.node(id).kind == ProvenanceNode::Kind::identity;
    if (id == 0 || is_identity || visited_[id] == walk_) continue;
    visited_[id] = walk_;
    ++visited;
    if (find(id)) continue;
    const ProvenanceNode& node = graph_.node(id);
    if (node.kind != ProvenanceNode::Kind::combined) continue;
    open.push_back(node.right);
    open.push_back(node.left);
  }
}

std::vector<const CombinationBuilder::Known*> CombinationBuilder::sources_of(const LaneMemory& memory,
                                                                             ProvenanceId whole) {
  std::vector<const Known*> found;
  // Of what a lane knows under one id, by time: all that is fresh, or else the latest.
  const auto take = [&](auto begin, auto end, auto known_of) {
    const Known* latest = nullptr;
    bool fresh = false;
    for (auto it = begin; it != end; ++it) {
      latest = known_of(it);
      if (latest->time <= memory.last_store) continue;
      found.push_back(latest);
      fresh = true;
    }
    if (!fresh && latest != nullptr) found.push_back(latest);
    return latest != nullptr;
  };
  if (memory.known.size() <= kFewKnown) {
    std::vector<const Known*> same;
    walk(whole, [&](ProvenanceId id) {
      same.clear();
      for (const Known& known : memory.known)
        if (known.version.provenance == id) same.push_back(&known);
      return take(same.begin(), same.end(), [](auto it) { return *it; });
    });
  } else {
    std::vector<std::pair<ProvenanceId, std::uint32_t>> index;
    for (std::size_t i = 0; i < memory.known.size(); ++i)
      index.emplace_back(memory.known[i].version.provenance, static_cast<std::uint32_t>(i));
    std::sort(index.begin(), index.end());
    walk(whole, [&](ProvenanceId id) {
      const auto low = std::lower_bound(index.begin(), index.end(), std::pair{id, std::uint32_t{0}});
      const auto high = std::find_if(low, index.end(), [&](const auto& entry) { return entry.first != id; });
      return take(low, high, [&](auto it) { return &memory.known[it->second]; });
    });
  }
  for (const Known& known : memory.known) {
    const ProvenanceNode::Kind kind = graph_.node(known.version.provenance).kind;
    const bool is_alone = kind == ProvenanceNode::Kind::none || kind == ProvenanceNode::Kind::identity;
    if (is_alone && known.loaded && known.time > memory.last_store) found.push_back(&known);
  }
  return found;
}

void CombinationBuilder::add_sources(CombinationWrite& write, const std::vector<const Known*>& found) {
  write.first_source = static_cast<std::uint32_t>(sources_.size());
  for (const Known* known : found)
    sources_.push_back(
        {known->place.array, known->place.cell, 1, graph_.has_input(known->version.provenance)});
  merge_neighbours(sources_, write.first_source);
  write.source_count = static_cast<std::uint32_t>(sources_.size() - write.first_source);
}

// `write` is the latest one, so that its sources are the last.
void CombinationBuilder::add_sources_of(const CombinationWrite& other, CombinationWrite& write) {
  for (std::uint32_t i = 0; i < other.source_count; ++i)
    sources_.push_back(CombinationSource(sources_[other.first_source + i]));
  merge_neighbours(sources_, write.first_source);
  write.source_count = static_cast<std::uint32_t>(sources_.size() - write.first_source);
}

CombinationBuilder::RowKey CombinationBuilder::store(const StoreEvent& event) {
  LaneMemory& memory = lane_memory(event.warp, event.lane);
  CombinationWrite write{event.place.cell, event.position, event.warp, event.lane, group_,
                         event.provenance, event.bits,     0,          0};
  Version& current = version(event.place);
  // Two lanes of one moment that store to one cell: the second replaces the first, in the same row.
  const bool replaces = current.written && current.position == event.position && current.launch == launch_;
  const std::vector<const Known*> found = sources_of(memory, event.provenance);
  std::vector<const Version*> before{&current};
  for (const Known* known : found) before.push_back(&known->version);
  const Step step = replaces ? Step{current.interval, current.level} : step_after(before);
  add_sources(write, found);

  current = {event.provenance, launch_, step.interval, step.level, event.position, true};
  remember(memory, event.place, false);
  memory.last_store = time_;

  const RowKey key{launch_, step.interval, step.level, event.place.array};
  CombinationRow& row = rows_[key];
  const bool moves = std::ranges::any_of(
      found, [&](const Known* known) { return known->version.provenance == event.provenance; });
  if (!moves && graph_.node(event.provenance).kind == ProvenanceNode::Kind::combined) row.applies = true;
  if (replaces) {
    // It is one of the latest.
    const auto same = std::find_if(row.writes.rbegin(), row.writes.rend(), [&](const auto& other) {
      return other.cell == event.place.cell && other.position == event.position;
    });
    if (event.combines) add_sources_of(*same, write);
    row.writes.erase(std::next(same).base());
  }
  row.writes.push_back(write);
  return key;
}

// What was there before the run is a row of its own, right above the first launch that reads or writes the
// array.
void CombinationBuilder::insert_initial_rows(Finished& finished) const {
  std::vector<bool> shown(arrays_.size());
  for (std::size_t i = 0; i < finished.rows.size(); ++i) {
    std::vector<std::uint32_t> wanted;
    for (const CombinationWrite& write : finished.rows[i].writes) {
      for (std::uint32_t s = 0; s < write.source_count; ++s)
        wanted.push_back(finished.sources[write.first_source + s].row);
    }
    wanted.push_back(finished.rows[i].array);
    std::sort(wanted.begin(), wanted.end());
    for (const std::uint32_t array : wanted) {
      if (shown[array] || !arrays_[array].read_initial) continue;
      shown[array] = true;
      CombinationRow row;
      row.array = array;
      row.launch = finished.rows[i].launch;
      row.initial = true;
      finished.keys.insert(finished.keys.begin() + static_cast<std::ptrdiff_t>(i), finished.keys[i]);
      finished.rows.insert(finished.rows.begin() + static_cast<std::ptrdiff_t>(i), std::move(row));
      ++i;
    }
  }
}

CombinationBuilder::Finished CombinationBuilder::finish() {
  Finished finished;
  for (auto& [key, row] : rows_) {
    if (row.writes.empty()) continue;
    row.launch = std::get<0>(key);
    row.array = std::get<3>(key);
    std::sort(row.writes.begin(), row.writes.end(), [](const CombinationWrite& a, const CombinationWrite& b) {
      return std::tie(a.cell, a.position) < std::tie(b.cell, b.position);
    });
    finished.keys.push_back(key);
    finished.rows.push_back(std::move(row));
  }
  rows_.clear();
  finished.sources = std::move(sources_);
  insert_initial_rows(finished);
  // A source belongs to the nearest row above that shows its array.
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> above(arrays_.size(), none);
  for (std::uint32_t i = 0; i < finished.rows.size(); ++i) {
    for (CombinationWrite& write : finished.rows[i].writes) {
      for (std::uint32_t s = 0; s < write.source_count; ++s) {
        CombinationSource& source = finished.sources[write.first_source + s];
        source.row = above[source.row] == none ? i : above[source.row];
      }
    }
    above[finished.rows[i].array] = i;
  }
  return finished;
}

}  // namespace lockstep::sim
