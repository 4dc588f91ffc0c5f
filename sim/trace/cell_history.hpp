// Finds all writes and reads of one memory element during the whole run.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/bytecode/memory_objects.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

struct CellAccess {
  std::uint64_t position = 0;  // of the access
  AccessKind kind = AccessKind::load;
  unsigned lane = 0;
  bool operator==(const CellAccess&) const = default;
};

// Returns all accesses to element `index`, ordered by moment and lane. `memory` is a memory that the launch
// at `position` names; for local memory, only accesses of the work-group at `position` count.
std::vector<CellAccess> cell_history(const Trace& trace, const NamedMemory& memory, std::uint64_t index,
                                     std::uint64_t position);

// Return the last write before `position`, and the first read at or after `position`; null if there is none.
const CellAccess* last_write(const std::vector<CellAccess>& history, std::uint64_t position);
const CellAccess* next_read(const std::vector<CellAccess>& history, std::uint64_t position);

}  // namespace lockstep::sim
