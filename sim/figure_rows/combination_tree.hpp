// Shows the combinations that produced the value of one cell as an indented tree: which values were combined,
// by which work-item, and at which line of which launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "sim/bytecode/memory_objects.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Returns the provenance of an element of a memory. A local memory is that of the running group.
ProvenanceId provenance_of(const TraceState& state, const NamedMemory& memory, std::uint64_t index);

// A memory and an element. find_cell() finds those of a text such as "out[3]" at a position. A buffer may be
// given by its name in the kernel or by its name in the plan.
struct NamedCell {
  NamedMemory memory;
  std::uint64_t index = 0;
};
Result<NamedCell> find_cell(const Trace& trace, std::uint64_t position, std::string_view text);

// Returns one line for the value and one for each combination and input below it, the latest combination
// first. Shows as many levels as fit in `max_lines`. Each deeper subtree is shown as one line with its number
// of combinations.
std::string combination_tree(const Trace& trace, ProvenanceId id, std::size_t max_lines = 64);

}  // namespace lockstep::sim
