// Which memory objects are matrices, and how long their rows are: as the plan says, as the source declares a
// local array, or as the accesses of a two-dimensional work-group show.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "sim/dataflow/memory_object.hpp"

namespace lockstep::sim {

struct RowLength {
  std::uint64_t elements = 0;
  bool is_guessed = false;  // from the accesses
};

// By buffer of the plan; only those that are matrices. A guess: work-items that are neighbours in one
// dimension of the group access elements at a constant distance, those in the other dimension neighbouring
// elements or the same.
std::map<std::uint32_t, RowLength> row_lengths(const Trace& trace);

struct Matrix {
  MemoryObject object;
  RowLength row;
  std::uint64_t rows() const { return (object.elements + row.elements - 1) / row.elements; }
};

// The matrices that can be shown at `position`: buffers of `lengths`, and the local arrays of arrays.
std::vector<Matrix> matrices_at(const Trace& trace, const std::map<std::uint32_t, RowLength>& lengths,
                                std::uint64_t position);

// The elements of an object that the moments [begin, end) write, or read.
struct TouchedElements {
  std::set<std::uint64_t> read, written;
};
TouchedElements touched_elements(const Trace& trace, const MemoryObject& object, std::uint64_t begin,
                                 std::uint64_t end);

// The bits of an element at a state.
std::uint64_t element_bits(const TraceState& state, const MemoryObject& object, std::uint64_t index);

}  // namespace lockstep::sim
