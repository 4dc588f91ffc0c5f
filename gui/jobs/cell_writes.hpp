// Which moments write a cell of the figure, so that one can go from one write of it to the next.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/figures/link.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// The first position after `from` at which the next instruction stores to the cell, or changes it atomically.
std::optional<std::uint64_t> next_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell);
// The last one before it.
std::optional<std::uint64_t> previous_write(const sim::Trace& trace, std::uint64_t from, const CellId& cell);

}  // namespace lockstep::gui
