// Lists every application of the operator in a run, with the operands in the work-item's registers, the
// result, and the cell from which each operand was loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/element.hpp"
#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::sim {

struct ExecutedOperand {
  std::uint64_t bits = 0;
  ProvenanceId provenance = 0;
  // The cell from which the work-item loaded the value. There is no origin if the value was computed or came
  // from another lane.
  struct Origin {
    std::uint64_t position = 0;  // of the moment that loaded the value
    CellId cell;
    std::string name;  // "a[8]"
  };
  std::optional<Origin> origin;
};

struct ExecutedOperation {
  std::uint64_t position = 0;
  std::uint32_t lane = 0;
  LaneType type = LaneType::int32;
  ExecutedOperand left, right;
  std::uint64_t result = 0;  // bits
};

// Returns the operations in the order of execution, that is, the operations of all moments with the flag
// TraceRecord::work, except calls of the operator's function and collective functions. Atomic updates by
// several lanes are listed in the order in which the lanes perform them.
std::vector<ExecutedOperation> executed_operations(const Trace& trace);

}  // namespace lockstep::sim
