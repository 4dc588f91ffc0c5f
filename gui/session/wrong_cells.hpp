// The wrong elements of a run's result, as the figures mark them.
#pragma once

#include "gui/session/run.hpp"

namespace lockstep::gui {

// The first wrong element is marked from the moment that made it wrong, the others at the end.
WrongCells wrong_cells(const sim::Trace& trace, const sim::RunVerdict& verdict);
inline WrongCells wrong_cells(const Run& run) { return wrong_cells(*run.trace, run.verdict); }

}  // namespace lockstep::gui
