// Builds the rows of a Combination from loads and stores in the order in which they happened, by the two
// rules that combination.hpp explains. It knows no trace, so that tests can tell it any story.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "gui/figures/combination.hpp"

namespace lockstep::gui {

struct StoreEvent {
  std::uint64_t position = 0;  // all lanes of one moment share it
  std::uint32_t warp = 0, lane = 0;
  std::uint64_t cell = 0;
  std::uint64_t bits = 0;
  sim::ProvenanceId provenance = 0;
};

class CombinationBuilder {
 public:
  // `graph` must outlive the builder.
  CombinationBuilder(const sim::ProvenanceGraph& graph, std::vector<CombinationCell> initial);

  void begin_group(std::uint32_t launch, std::uint32_t group);
  void barrier();
  void load(std::uint32_t warp, std::uint32_t lane, std::uint64_t cell);
  // Gives the row it belongs to.
  using RowKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // launch, barrier interval, level
  RowKey store(const StoreEvent& event);

  struct Finished {
    std::vector<RowKey> keys;
    std::vector<CombinationRow> rows;  // without labels, top to bottom
  };
  Finished finish();

 private:
  // What a cell holds, and in which row it came to hold it.
  struct Version {
    sim::ProvenanceId provenance = 0;
    std::uint32_t launch = 0, interval = 0, level = 0;
    std::uint64_t position = 0;
    bool written = false;
  };
  // What a lane knows: it loaded this from a cell, or stored it there.
  struct Known {
    std::uint64_t cell = 0;
    Version version;
    std::uint64_t time = 0;
    bool loaded = false;
  };
  struct LaneMemory {
    std::vector<Known> known;
    std::uint64_t last_store = 0;  // time
  };

  LaneMemory& lane_memory(std::uint32_t warp, std::uint32_t lane);
  void remember(LaneMemory& memory, std::uint64_t cell, bool loaded);
  std::vector<const Known*> sources_of(const LaneMemory& memory, sim::ProvenanceId whole) const;
  void add_input_sources(const LaneMemory& memory, sim::ProvenanceId whole,
                         std::vector<const Known*>& found) const;
  std::uint32_t level_in_interval(const Version& version) const;
  Version& version(std::uint64_t cell);

  const sim::ProvenanceGraph& graph_;
  std::unordered_map<std::uint64_t, Version> versions_;
  std::unordered_map<std::uint64_t, LaneMemory> lanes_;  // of the running group
  std::map<RowKey, CombinationRow> rows_;
  std::uint32_t launch_ = 0, group_ = 0, interval_ = 0;
  std::uint64_t time_ = 0;
};

}  // namespace lockstep::gui
