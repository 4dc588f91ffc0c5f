// Who wrote an element of a memory, and who read it, in the whole run.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/bytecode/memory_objects.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

struct CellAccess {
  std::uint64_t position = 0;  // of the moment
  AccessKind kind = AccessKind::load;
  unsigned lane = 0;
  bool operator==(const CellAccess&) const = default;
};

// All accesses to element `index`, ordered by moment and lane. `memory` is one that the launch at `position`
// names; for local memory, only accesses of the work-group at `position` count.
std::vector<CellAccess> cell_history(const Trace& trace, const NamedMemory& memory, std::uint64_t index,
                                     std::uint64_t position);

// The last access before `position` that wrote, and the first from there on that reads; null: there is none.
const CellAccess* last_write(const std::vector<CellAccess>& history, std::uint64_t position);
const CellAccess* next_read(const std::vector<CellAccess>& history, std::uint64_t position);

}  // namespace lockstep::sim
