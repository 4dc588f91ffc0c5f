// Finds the wrong elements of a run's result, which the figures mark.
#pragma once

#include "gui/session/run.hpp"

namespace lockstep::gui {

// Returns the cells to mark: the first wrong element from the moment that made it wrong, the other wrong
// elements at the end of the run.
WrongCells wrong_cells(const sim::Trace& trace, const sim::RunVerdict& verdict);
inline WrongCells wrong_cells(const Run& run) { return wrong_cells(*run.trace, run.verdict); }

}  // namespace lockstep::gui
