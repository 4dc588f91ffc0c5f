// Every application of the operator in a run, with the operands that the work-item had in its registers, the
// result, and the cell that each operand was loaded from.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/element.hpp"
#include "sim/dataflow/memory_object.hpp"

namespace lockstep::sim {

struct ExecutedOperand {
  std::uint64_t bits = 0;
  ProvenanceId provenance = 0;
  // Where the work-item's load got the value; absent if an operation made it, or another lane.
  struct Origin {
    std::uint64_t position = 0;  // of the moment that loaded it
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

// In the order of execution; the moments that TraceRecord::work marks, but for calls of the operator's
// function and for functions that a sub-group or work-group computes together. Lanes that update memory
// atomically are in the order of their updates.
std::vector<ExecutedOperation> executed_operations(const Trace& trace);

}  // namespace lockstep::sim
