// The algorithm's own figure: a memory object as rows of cells, one row a step, with a line from every cell
// that a written value was made from. Nothing in it knows an algorithm; two rules make it from loads and
// stores.
//
// Who feeds a store. A lane's store of value v gets a line from cell c when that lane has loaded c before and
// what it loaded is part of v: v's provenance is walked down from the whole to its operands, and the walk
// stops at the first value that the lane loaded. Of several cells that gave the same value, the ones loaded
// since the lane's last store to the object count, or else the latest. A value without input (an identity, a
// zero) has no provenance: it counts when the lane loaded it since its last store. So neither registers that
// live across a barrier nor a swap in between hide a line, and an index that was only read for addressing
// draws none.
//
// What a step is. A store belongs to a row of its launch and its barrier interval, one below the lowest row
// of that interval in which it or its sources were written. So barriers and launches begin rows, and code
// that needs no barrier (a warp in lockstep) still shows one row a step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/figures/memory_object.hpp"

namespace lockstep::gui {

struct CombinationSource {
  std::uint64_t cell = 0;
  bool has_input = true;  // false: an identity was read, which changes nothing
  bool operator==(const CombinationSource&) const = default;
};

// A value that a lane put into a cell.
struct CombinationWrite {
  std::uint64_t cell = 0;
  std::uint64_t position = 0;  // of the moment that stored it
  std::uint32_t warp = 0, lane = 0;
  std::uint32_t group = 0;
  std::uint64_t bits = 0;
  sim::ProvenanceId provenance = 0;
  std::vector<CombinationSource> sources;  // cells of the row above
};

struct CombinationRow {
  std::string label;  // "s = 4", "loaded", "step 3"
  std::uint32_t launch = 0;
  std::uint64_t first_position = 0;  // of its earliest and latest store; 0, 0 for the initial row
  std::uint64_t last_position = 0;
  bool initial = false;                  // the content before the first moment: written by nobody
  std::vector<CombinationWrite> writes;  // by cell, then by position
};

struct CombinationCell {
  std::uint64_t bits = 0;
  sim::ProvenanceId provenance = 0;
  bool present = false;  // false: nothing was ever written there
};

// Pure data, for one object, over the group that was running (local) or the whole plan (global).
struct Combination {
  MemoryObject object;
  RunPlace place;  // the group shown, when the object is local
  std::vector<CombinationRow> rows;
  std::vector<CombinationCell> initial;  // by element: before the first row

  // Is this still what prepare_combination would give at `position`?
  bool covers(const sim::Trace& trace, std::uint64_t position) const;
  // The rows that have begun before `position` (an initial row always has).
  std::size_t rows_at(std::uint64_t position) const;
  // The object's content after the stores of row `row` and above that happened before `position`.
  std::vector<CombinationCell> cells_at(std::size_t row, std::uint64_t position) const;
};

// Puts what `row` stored before `position` into `cells`.
void apply_writes(const CombinationRow& row, std::uint64_t position, std::vector<CombinationCell>& cells);

Combination prepare_combination(const sim::Trace& trace, const MemoryObject& object, std::uint64_t position);

// What a cell's value covers, from the fullest form to the shortest: "Σ x4..x7", "x4..7", "4..7". Empty
// without input.
inline constexpr std::size_t kCoverageForms = 3;
std::vector<std::string> coverage_labels(const sim::ProvenanceGraph& graph, sim::ProvenanceId id);

// Scroll and zoom: the only state a panel keeps for it. Draw corrects what is out of range.
struct CombinationView {
  double first_cell = 0;
  float cell_pitch = 0;  // px from cell to cell; 0: chosen from the room
  float first_row = -1;  // −1: follows the playhead

  // Where the last draw put the cells: for zoom_cells().
  float drawn_pitch = 0, drawn_left = 0;
};

// Zooms about the cell under `at_x` of the last draw.
void zoom_cells(CombinationView& view, float factor, float at_x);

struct CombinationFrame {
  std::uint64_t position = 0;
  // Stores at [changed_since, position) wear the ring: a whole step by line or barrier, and at least one
  // moment.
  std::uint64_t changed_since = 0;
};

FigureOutput draw_combination(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                              const Combination& combination, const CombinationFrame& frame,
                              CombinationView& view, const FigureInput& input = {});

// The height at which every row of the figure has room.
float combination_height(const Combination& combination);

}  // namespace lockstep::gui
