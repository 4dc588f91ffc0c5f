#include "gui/figures/combination_builder.hpp"

#include <algorithm>
#include <unordered_set>

namespace lockstep::gui {
namespace {

// A lane that reads far more cells than this before it stores makes a fan that no figure can show.
constexpr std::size_t kMostKnown = 256;
constexpr std::size_t kMostVisited = 4096;

}  // namespace

CombinationBuilder::CombinationBuilder(const sim::ProvenanceGraph& graph,
                                       std::vector<CombinationCell> initial)
    : graph_(graph) {
  for (std::size_t cell = 0; cell < initial.size(); ++cell) {
    if (initial[cell].present) versions_[cell].provenance = initial[cell].provenance;
  }
}

void CombinationBuilder::begin_group(std::uint32_t launch, std::uint32_t group) {
  launch_ = launch;
  group_ = group;
  interval_ = 0;
  lanes_.clear();
}

void CombinationBuilder::barrier() { ++interval_; }

CombinationBuilder::Version& CombinationBuilder::version(std::uint64_t cell) { return versions_[cell]; }

CombinationBuilder::LaneMemory& CombinationBuilder::lane_memory(std::uint32_t warp, std::uint32_t lane) {
  return lanes_[(std::uint64_t{warp} << 32) | lane];
}

void CombinationBuilder::remember(LaneMemory& memory, std::uint64_t cell, bool loaded) {
  // An older value of the cell stays known: the lane may still hold it in a register.
  const Version& now = version(cell);
  std::erase_if(memory.known, [&](const Known& known) {
    return known.cell == cell && known.version.provenance == now.provenance;
  });
  if (memory.known.size() == kMostKnown) memory.known.erase(memory.known.begin());
  memory.known.push_back({cell, now, ++time_, loaded});
}

void CombinationBuilder::load(std::uint32_t warp, std::uint32_t lane, std::uint64_t cell) {
  remember(lane_memory(warp, lane), cell, true);
}

std::uint32_t CombinationBuilder::level_in_interval(const Version& version) const {
  return version.written && version.launch == launch_ && version.interval == interval_ ? version.level : 0;
}

void CombinationBuilder::add_input_sources(const LaneMemory& memory, sim::ProvenanceId whole,
                                           std::vector<const Known*>& found) const {
  std::vector<sim::ProvenanceId> open{whole};
  std::unordered_set<sim::ProvenanceId> visited;
  while (!open.empty() && visited.size() < kMostVisited) {
    const sim::ProvenanceId id = open.back();
    open.pop_back();
    if (id == 0 || !visited.insert(id).second) continue;
    const Known* latest = nullptr;
    bool fresh = false;
    for (const Known& known : memory.known) {
      if (known.version.provenance != id) continue;
      latest = &known;
      if (known.time <= memory.last_store) continue;
      found.push_back(&known);
      fresh = true;
    }
    if (fresh) continue;
    if (latest != nullptr) {
      found.push_back(latest);
      continue;
    }
    const sim::ProvenanceNode& node = graph_.node(id);
    if (node.kind != sim::ProvenanceNode::Kind::combined) continue;
    open.push_back(node.right);
    open.push_back(node.left);
  }
}

std::vector<const CombinationBuilder::Known*> CombinationBuilder::sources_of(const LaneMemory& memory,
                                                                             sim::ProvenanceId whole) const {
  std::vector<const Known*> found;
  add_input_sources(memory, whole, found);
  for (const Known& known : memory.known) {
    if (known.version.provenance == 0 && known.loaded && known.time > memory.last_store)
      found.push_back(&known);
  }
  return found;
}

CombinationBuilder::RowKey CombinationBuilder::store(const StoreEvent& event) {
  LaneMemory& memory = lane_memory(event.warp, event.lane);
  CombinationWrite write{event.cell, event.position, event.warp,       event.lane,
                         group_,     event.bits,     event.provenance, {}};
  Version& current = version(event.cell);
  // Two lanes of one moment that store to one cell: the second replaces the first, in the same row.
  const bool replaces =
      current.written && current.position == event.position && level_in_interval(current) > 0;
  std::uint32_t level = replaces ? current.level : level_in_interval(current) + 1;
  for (const Known* known : sources_of(memory, event.provenance)) {
    level = std::max(level, level_in_interval(known->version) + 1);
    const CombinationSource source{known->cell, known->version.provenance != 0};
    if (std::find(write.sources.begin(), write.sources.end(), source) == write.sources.end())
      write.sources.push_back(source);
  }
  std::sort(write.sources.begin(), write.sources.end(),
            [](const CombinationSource& a, const CombinationSource& b) { return a.cell < b.cell; });

  current = {event.provenance, launch_, interval_, level, event.position, true};
  remember(memory, event.cell, false);
  memory.last_store = time_;

  const RowKey key{launch_, interval_, level};
  CombinationRow& row = rows_[key];
  if (replaces) {
    std::erase_if(row.writes, [&](const CombinationWrite& other) {
      return other.cell == event.cell && other.position == event.position;
    });
  }
  row.writes.push_back(std::move(write));
  return key;
}

CombinationBuilder::Finished CombinationBuilder::finish() {
  Finished finished;
  for (auto& [key, row] : rows_) {
    if (row.writes.empty()) continue;
    row.launch = std::get<0>(key);
    const auto [first, last] = std::minmax_element(
        row.writes.begin(), row.writes.end(),
        [](const CombinationWrite& a, const CombinationWrite& b) { return a.position < b.position; });
    row.first_position = first->position;
    row.last_position = last->position;
    std::sort(row.writes.begin(), row.writes.end(), [](const CombinationWrite& a, const CombinationWrite& b) {
      return std::tie(a.cell, a.position) < std::tie(b.cell, b.position);
    });
    finished.keys.push_back(key);
    finished.rows.push_back(std::move(row));
  }
  rows_.clear();
  return finished;
}

}  // namespace lockstep::gui
