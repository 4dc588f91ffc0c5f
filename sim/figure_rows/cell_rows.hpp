// The history of a cell as rows: which work-items wrote and read the cell, and with which values. The command
// line and the window show these rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bytecode/memory_objects.hpp"
#include "sim/figure_rows/memory_object.hpp"
#include "sim/trace/cell_history.hpp"

namespace lockstep::sim {

struct CellRow {
  std::uint64_t position = 0;
  std::uint32_t launch = 0, group = 0;
  std::uint64_t work_item = 0;
  AccessKind kind = AccessKind::load;
  std::uint32_t line = 0;
  std::string value;  // the value that was read, or that the cell holds after the write; empty: the
                      // work-group has ended
  bool operator==(const CellRow&) const = default;
};

// "reads", "writes", "reads and writes"
std::string_view verb(AccessKind kind);

// The accesses of the whole run to element `index` of a memory of the launch at `position`: the rows nearest
// to `position`, at most `most` of them, and the numbers of rows left out before and after them.
struct CellRows {
  std::vector<CellRow> rows;
  std::size_t left_out_before = 0, left_out_after = 0;
};
CellRows cell_rows(const Trace& trace, const NamedMemory& memory, std::uint64_t index, std::uint64_t position,
                   std::size_t most = SIZE_MAX);

// Convert a cell of the figures to its memory and element, and back. The result is empty if the launch at
// `position` has no such memory.
struct PlacedCell {
  NamedMemory memory;
  std::uint64_t index = 0;
};
std::optional<PlacedCell> place_of(const Trace& trace, std::uint64_t position, const CellId& cell);
std::optional<CellId> cell_of(const Trace& trace, std::uint64_t position, const NamedMemory& memory,
                              std::uint64_t index);

// Returns the cell that a finding concerns: the location of the race, or the cell that is accessed at the
// finding's moment.
std::optional<CellId> cell_of(const Trace& trace, const Finding& finding);

}  // namespace lockstep::sim
