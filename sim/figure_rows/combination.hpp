// The figure of an algorithm. It shows every array of the run as rows of cells: a row for each step that
// writes the array, and, for each written value, lines from the cells from which the value was made. A local
// array shows all work-groups of its launch side by side. The figure does not depend on the algorithm. It is
// derived from loads and stores by the following rules.
//
// Sources of a store. If a lane stores value v, there is a line from cell c if the lane has loaded c before
// and the loaded value is part of v. To find these cells, the provenance of v is followed from the whole
// value to its operands, and each branch ends at the first value that the lane loaded. If several cells held
// the same value, the cells that the lane loaded since its last store count, or, if there are none, the cell
// that it loaded last. A value without input (an identity, a zero) has no provenance; its cell counts if the
// lane loaded it since its last store. Therefore a line is shown even if the value was kept in a register
// across a barrier or was swapped, and an index that was read only for addressing has no line.
//
// Start of a line. A line starts at the nearest row above that shows the cell's array, if the cell in that
// row has the value that was read. If the cell in that row has a newer value, there are two cases. If the
// newer write was ordered after the read (the value was kept in a register across a barrier), the line starts
// at the row that still shows the value. If the write and the read are not ordered, there is a data race, and
// the read is stale: the value that was read belongs to an earlier step than the row. The line then starts at
// the nearest row, which must show both values.
//
// Steps. A store belongs to a row of its launch and its barrier interval. This row is directly below the
// lowest row of the interval in which the cell or a source of the store was written. Barriers and launches
// therefore start new rows, and code that needs no barrier (a warp in lockstep) still shows one row per step.
//
// Double buffers. If a local array is used as two alternating buffers, each row shows one of
// them: double_buffers.hpp.
//
// Registers. Values that work-items exchange without memory are also rows: register_rows.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::sim {

struct CombinationCell {
  std::uint64_t bits = 0;
  ProvenanceId provenance = 0;
  bool present = false;  // false: the cell was never written
};

// The array that a row of cells shows.
struct CombinationArray {
  MemoryObject object;
  std::uint32_t launch = 0;  // of a local array
  std::uint64_t groups = 1;  // of a local array: side by side
  std::string name;
  std::vector<CombinationCell> initial;  // by cell; empty: no content before the run
  bool of_registers = false;             // a cell for each work-item, with the value that it exchanges
  std::string part = {};                 // "[32..63]" of a memory that is shown in parts

  std::uint64_t cells() const { return groups * object.elements; }
  std::uint64_t group_of(std::uint64_t cell) const {
    return object.elements == 0 ? 0 : cell / object.elements;
  }
  // Returns the index that the kernel uses for a cell.
  std::uint64_t index_of(std::uint64_t cell) const {
    return object.first_element + (object.is_local ? cell % object.elements : cell);
  }
  // Returns whether both arrays are parts of one memory (see double_buffers.hpp).
  bool shares_memory(const CombinationArray& other) const {
    return launch == other.launch && object.buffer == other.object.buffer &&
           object.object == other.object.object && of_registers == other.of_registers;
  }
};

// Neighbouring cells of a row above.
struct CombinationSource {
  static constexpr std::uint32_t kFresh = UINT32_MAX;
  std::uint32_t row = 0;
  std::uint64_t cell = 0, count = 1;
  bool has_input = true;         // false: an identity was read, which changes nothing
  std::uint32_t stale = kFresh;  // index into Combination::stale_reads, of one cell
  bool is_stale() const { return stale != kFresh; }
  bool operator==(const CombinationSource&) const = default;
};

// A value that a lane read and used although the cell, in the order of steps, already had a newer value.
struct StaleRead {
  std::uint32_t row = 0;    // at which the line starts
  std::uint64_t cell = 0;   // of that row
  CombinationCell value;    // the value read
  std::uint64_t read = 0;   // position of the moment that read the value
  std::uint64_t newer = 0;  // position of the first newer store to the cell; often later than the read
  std::uint32_t used_row = 0;
  std::uint64_t used_cell = 0;
  std::uint64_t used = 0;                                   // position of the store that used it
  std::uint32_t launch = 0, group = 0, warp = 0, lane = 0;  // of the reader
  std::uint32_t finding = 0;                                // index into Trace::findings(): the race
};

// A value that a lane stored in a cell.
struct CombinationWrite {
  std::uint64_t cell = 0;
  std::uint64_t position = 0;  // of the moment that stored the value
  std::uint32_t warp = 0, lane = 0;
  std::uint32_t group = 0;
  ProvenanceId provenance = 0;
  std::uint64_t bits = 0;
  std::uint32_t first_source = 0, source_count = 0;  // in Combination::sources
};

struct CombinationRow {
  bool applies = false;  // whether some write applies ⊕, so that the row is a step of the algorithm; false if
                         // values are only moved
  std::uint32_t array = 0;
  std::string label;  // "s = 4", "loaded", "step 3"
  std::uint32_t launch = 0;
  bool initial = false;                  // the content before the first moment, which no lane wrote
  bool loaded = false;                   // only copies from other arrays, before the first step
  std::vector<CombinationWrite> writes;  // by cell, then by position
  // For each work-group that writes to the row: the indices of its first and last write.
  struct WritesOfGroup {
    std::uint32_t group = 0, first = 0, last = 0;
  };
  std::vector<WritesOfGroup> of_groups;
  std::vector<std::uint64_t> positions;  // of the row's stores, ascending
  // Of a local array, by group: position of the earliest store in this row or a row below.
  std::vector<std::uint64_t> group_begin;
};

// The data of a whole run.
struct Combination {
  std::vector<CombinationArray> arrays;
  std::vector<CombinationRow> rows;  // in the order of steps
  std::vector<CombinationSource> sources;
  std::vector<StaleRead> stale_reads;  // by used_row
  std::uint64_t max_cells = 1;         // the maximum over the arrays that have a row
  std::size_t widest_value = 1;        // in characters, from a sample

  const CombinationArray& array_of(std::size_t row) const { return arrays[rows[row].array]; }
  std::span<const CombinationSource> sources_of(const CombinationWrite& write) const {
    return {sources.data() + write.first_source, write.source_count};
  }
  // Returns the value that a lane read from cell `source.cell + index`.
  CombinationCell value_read(const CombinationSource& source, std::uint64_t index = 0) const;
  // Returns the number of rows from the first row to the last row that began before `position`. An initial
  // row counts as begun at every position.
  std::size_t rows_at(std::uint64_t position) const;
  // Returns the row of the latest store before `position`; 0 if there is no such store.
  std::size_t focus(std::uint64_t position) const;
  // Returns whether the group that owns this cell has reached this row, or a later row, before `position`.
  bool reached(std::size_t row, std::uint64_t cell, std::uint64_t position) const;
  // Return the latest store to a cell before `position`: write_in() in this row only, write_before() in this
  // row and the rows above. Null if there is no such store.
  const CombinationWrite* write_in(std::size_t row, std::uint64_t cell, std::uint64_t position) const;
  const CombinationWrite* write_before(std::size_t row, std::uint64_t cell, std::uint64_t position) const;
  // Returns, for each array, the last row that began before `position`; for a local array, the last row that
  // the group of `running` began. SIZE_MAX: there is no such row.
  std::vector<std::size_t> newest_rows(const Moment& running, std::uint64_t position) const;
  // Returns the content of the cell after all stores before `position` in this row and the rows above.
  CombinationCell cell_at(std::size_t row, std::uint64_t cell, std::uint64_t position) const;
  // Returns the cell of `row` that corresponds to a cell of another panel, for the running group.
  std::optional<std::uint64_t> cell_of(std::size_t row, const CellId& id, const Moment& running) const;
  CellId id_of(std::size_t row, std::uint64_t cell) const;
};

// Prepares the figure from the whole trace. Call this function on a worker thread if the array is large.
Combination prepare_combination(const Trace& trace);

// Returns all cells that the moment at `position` accesses, as pairs (array, cell).
std::set<std::pair<std::uint32_t, std::uint64_t>> accessed_cells(const Combination& combination,
                                                                 const Trace& trace, std::uint64_t position);

}  // namespace lockstep::sim
