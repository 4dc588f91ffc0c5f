// Determines which memory objects are matrices, and the length of their rows. Both are taken from the plan,
// from the declaration of a local array, or from the accesses of a two-dimensional work-group.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::sim {

struct RowLength {
  std::uint64_t elements = 0;
  bool is_guessed = false;  // derived from the accesses
  // Columns [used, elements) are padding, because they are never accessed. 0: unknown.
  std::uint64_t used = 0;
};

// Returns the row lengths of the buffers of the plan that are matrices. A row length is guessed if work-items
// that are neighbours in one dimension of the group access elements at a constant distance, and neighbours in
// the other dimension access neighbouring elements or the same element.
std::map<std::uint32_t, RowLength> row_lengths(const Trace& trace);

// The row lengths of local arrays, by launch and offset in the group's local memory. A length is taken from
// the declaration in the source; otherwise it is guessed if possible.
using LocalRows = std::map<std::pair<std::uint32_t, std::uint64_t>, RowLength>;
LocalRows local_row_lengths(const Trace& trace);

struct Matrix {
  MemoryObject object;
  RowLength row;
  std::uint64_t rows() const { return (object.elements + row.elements - 1) / row.elements; }
};

// Returns the matrices that can be shown at `position`: buffers in `lengths`, local arrays in `local`, and
// arrays that are declared as arrays of arrays.
std::vector<Matrix> matrices_at(const Trace& trace, const std::map<std::uint32_t, RowLength>& lengths,
                                std::uint64_t position, const LocalRows& local = {});

// The elements of an object that the moments [begin, end) read or write.
struct TouchedElements {
  std::set<std::uint64_t> read, written;
};
TouchedElements touched_elements(const Trace& trace, const MemoryObject& object, std::uint64_t begin,
                                 std::uint64_t end);

// Returns the elements of a local array that the work-group running at `position` has written before
// `position`. Returns nothing for other objects, and if the work-group has run for too many moments
// to search.
std::optional<std::set<std::uint64_t>> written_by_group(const Trace& trace, const MemoryObject& object,
                                                        std::uint64_t position);

// Returns the bits of an element in a state.
std::uint64_t element_bits(const TraceState& state, const MemoryObject& object, std::uint64_t index);

}  // namespace lockstep::sim
