// The elements of a run's result that are not as expected, as its figures mark them.
#pragma once

#include "gui/session/run.hpp"

namespace lockstep::gui {

// The first one from the moment on that made it wrong, the others at the end.
WrongCells wrong_cells(const sim::Trace& trace, const sim::RunVerdict& verdict);
inline WrongCells wrong_cells(const Run& run) { return wrong_cells(*run.trace, run.verdict); }

}  // namespace lockstep::gui
