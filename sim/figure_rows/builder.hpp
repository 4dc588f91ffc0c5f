// Builds the rows of a Combination from loads and stores in the order in which they happened, by the rules
// explained in combination.hpp. The builder does not depend on traces, so that tests can use any sequence of
// loads and stores.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/base/chunked_list.hpp"
#include "core/base/time_slice.hpp"
#include "sim/figure_rows/combination.hpp"

namespace lockstep::sim {

// A cell of one of the builder's arrays.
struct CombinationPlace {
  std::uint32_t array = 0;
  std::uint64_t cell = 0;
  auto operator<=>(const CombinationPlace&) const = default;
};

struct StoreEvent {
  std::uint64_t position = 0;  // the same for all lanes of a moment
  std::uint32_t warp = 0, lane = 0;
  CombinationPlace place;
  std::uint64_t bits = 0;
  ProvenanceId provenance = 0;
  // An atomic operation, whose result includes values that other lanes stored in the cell.
  bool combines = false;
};

// A read whose value was used after the cell, in the order of steps, had received a newer value.
struct OvertakenRead {
  std::uint32_t launch = 0, group = 0, warp = 0, lane = 0;  // the user of the value
  std::uint64_t used = 0;                                   // position of the store that used it
  CombinationPlace place;
  std::uint64_t next_write = 0;  // position of the store that replaced the value in the cell
};
// The verdict on an overtaken read that is not ordered with the newer write: the position of the read, and
// the finding.
struct StaleVerdict {
  std::uint64_t read = 0;
  std::uint32_t finding = 0;
};

class CombinationBuilder {
 public:
  // `graph` must outlive the builder.
  explicit CombinationBuilder(const ProvenanceGraph& graph) : graph_(graph) {}

  // Adds an array and returns its number (0, 1, 2 …).
  std::uint32_t add_array(std::uint64_t cells, const std::vector<CombinationCell>& initial = {});
  // Called when this group begins to run, or continues after an interruption.
  void begin_group(std::uint32_t launch, std::uint32_t group);
  void end_group();
  void barrier();
  void load(std::uint32_t warp, std::uint32_t lane, CombinationPlace place);
  // The key of the row to which a store belongs.
  using RowKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t,
                            std::uint32_t>;  // launch, barrier interval, level, array
  RowKey store(const StoreEvent& event) { return store_together({&event, 1}); }
  // Adds the stores of one moment to one array, and returns the key of their row. If the stores would belong
  // to different rows, they all belong to the lowest of these rows. The stores of a warp after a scan
  // therefore form one row, not a row for each step of the scan.
  RowKey store_together(std::span<const StoreEvent> events);

  struct Finished {
    std::vector<RowKey> keys;          // keys of the rows; an initial row has the key of the row that follows
    std::vector<CombinationRow> rows;  // without labels, top to bottom
    std::vector<CombinationSource> sources;
    std::vector<StaleRead> stale_reads;
  };
  using Judge = std::function<std::optional<StaleVerdict>(const OvertakenRead&)>;
  // Arranges the rows, in pieces. The builder must outlive it and must not receive any more events.
  class Finishing {
   public:
    Finishing(CombinationBuilder& builder, Judge judge);
    Finishing(Finishing&&) noexcept;
    ~Finishing();
    // Returns false when all work is done.
    bool go_on(TimeSlice& slice);
    Finished take();

   private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };
  Finished finish(Judge judge = {});

 private:
  // The content of a cell, and the row that stored it.
  struct Version {
    ProvenanceId provenance = 0;
    std::uint32_t launch = 0, interval = 0, level = 0;
    std::uint64_t position = 0;
    std::uint32_t number = 0;  // number of stores to the cell so far; 0: the content before the run
    bool written() const { return number != 0; }
  };
  // A store, and the number of its row. For each cell, the stores have ascending positions and rows.
  struct Store {
    static constexpr std::uint32_t kReplaced =
        UINT32_MAX;  // replaced by the store of another lane at the same moment
    CombinationWrite write;
    std::uint32_t row = 0;
  };
  // Neighbouring cells from which the value of a store was made; finish() determines their rows.
  struct Feed {
    static constexpr std::uint32_t kNewest = UINT32_MAX;
    std::uint64_t cell = 0;
    std::uint32_t count = 1;
    std::uint32_t array = 0;
    std::uint32_t version = kNewest;  // the number of the version that was read
    bool has_input = true;
  };
  static void merge_neighbours(std::vector<Feed>& feeds);
  // A value that a lane knows because the lane loaded it from a cell or stored it in a cell.
  struct Known {
    CombinationPlace place;
    Version version;
    std::uint64_t time = 0;
    bool loaded = false;
    // For the index: number + 1 of the previous value with this provenance; 0: none.
    std::uint32_t before = 0;
  };
  struct LaneMemory {
    std::vector<Known> known;       // by time
    std::vector<ProvenanceId> ids;  // the provenance of each value, for searching
    std::uint64_t last_store = 0;   // time
    // For each provenance, number + 1 of the latest value among the first `indexed` values.
    std::unordered_map<ProvenanceId, std::uint32_t> index;
    std::size_t indexed = 0;
    void complete_index();
    void forget();  // keeps the allocated memory
  };
  using Lanes = std::vector<std::vector<LaneMemory>>;  // by warp and lane
  struct Array {
    std::vector<Version> versions;
    std::vector<CombinationCell> initial;
    std::vector<std::uint32_t> latest;  // by cell: index + 1 of its latest store; empty: no cell was written
    bool read_initial = false;          // the content before the run was read
  };

  LaneMemory& lane_memory(std::uint32_t warp, std::uint32_t lane);
  void remember(LaneMemory& memory, CombinationPlace place, bool loaded);
  void find_sources(LaneMemory& memory, ProvenanceId whole);  // adds to sources_
  void find_sources_together(std::span<const StoreEvent> events);
  template <class Find>
  void walk(ProvenanceId whole, Find found_in_memory);
  struct Step {
    std::uint32_t interval = 0, level = 0;
    auto operator<=>(const Step&) const = default;
  };
  Step step_after(std::span<const Version* const> versions) const;
  Step step_of(const StoreEvent& event, std::span<const Known* const> sources);
  RowKey store(const StoreEvent& event, std::span<const Known* const> sources, Step at_least);
  // Whether another lane stored to the cell at this moment.
  bool replaces_another(const StoreEvent& event) const;
  const Version& version(CombinationPlace place) const { return arrays_[place.array].versions[place.cell]; }
  Version& version(CombinationPlace place) { return arrays_[place.array].versions[place.cell]; }
  void add_feeds(std::span<const Known* const> sources);  // adds to the feeds of the current store
  void add_feeds_of(const CombinationWrite& other);
  void keep_feeds(CombinationWrite& write);
  class InitialRows;
  // Finds the row of each source after all rows are known.
  class Placing;

  const ProvenanceGraph& graph_;
  std::vector<Array> arrays_;
  Lanes lanes_;  // of the running group
  struct Parked {
    std::uint32_t interval = 0;
    Lanes lanes;
  };
  std::unordered_map<std::uint32_t, Parked> parked_;  // by group of this launch
  struct Row {
    std::uint32_t number = 0;  // in the order in which the rows were created
    std::size_t writes = 0;
    CombinationRow row;  // the writes are in stores_ until the rows are finished
  };
  std::map<RowKey, Row> rows_;
  Row& row_of(const RowKey& key);
  std::pair<const RowKey, Row>* latest_row_ = nullptr;  // most stores belong to the row of the previous store
  // The sources of the stores of one moment, and the end of each store's sources in this list. They are
  // members, like the next three, so that the allocated memory is reused.
  std::vector<const Known*> sources_;
  std::vector<std::size_t> ends_;
  std::vector<const Version*> before_;
  std::vector<ProvenanceId> open_;
  std::vector<Feed> feeds_of_store_;
  ChunkedList<Store> stores_;           // in order
  ChunkedList<Feed> feeds_;             // the sources of the writes, until finish()
  std::vector<std::uint32_t> visited_;  // by node: the last walk that visited the node
  std::uint32_t walk_ = 0;
  std::uint32_t launch_ = 0, group_ = 0, interval_ = 0;
  bool has_ended_ = false;  // whether the group has ended
  std::uint64_t time_ = 0;
};

}  // namespace lockstep::sim
