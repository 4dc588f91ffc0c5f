// Finds the moments that write to a cell of the figure, so that a key can jump from one write to the next.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/figures/tools/link.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// Returns the first position after `from` whose instruction stores to the cell or updates the
// cell atomically.
std::optional<std::uint64_t> next_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell);
// Returns the last position before `from` whose instruction stores to the cell or updates the
// cell atomically.
std::optional<std::uint64_t> previous_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell);

}  // namespace lockstep::gui
