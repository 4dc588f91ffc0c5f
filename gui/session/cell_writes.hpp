// Finds the moments that write a cell of the figure, to jump from one write to the next.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/figures/tools/link.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The first position after `from` whose instruction stores to the cell or updates it atomically.
std::optional<std::uint64_t> next_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell);
// The last such position before `from`.
std::optional<std::uint64_t> previous_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell);

}  // namespace lockstep::gui
