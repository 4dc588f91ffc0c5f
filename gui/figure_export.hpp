// The stage's figures at the playhead as an SVG file, for slides.
#pragma once

#include <string>

#include "core/result.hpp"
#include "gui/count_runner.hpp"
#include "gui/session.hpp"

namespace lockstep::gui {

Result<void> export_figure(const AppState& state, Session& session, const std::string& path,
                           float width = 1100);

// The curves of the Theory tab, with the points that are counted so far.
Result<void> export_theory(const AppState& state, const CountSnapshot& counts, const std::string& path,
                           float width = 1100);

// The table of the Compare tab as CSV, in the order that is shown.
Result<void> export_table(const AppState& state, const std::string& own_text, const CountSnapshot& counts,
                          const std::string& path);

}  // namespace lockstep::gui
