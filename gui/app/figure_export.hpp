// The stage's figures at the playhead as an SVG file, for slides.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/jobs/count_runner.hpp"
#include "gui/jobs/session.hpp"

namespace lockstep::gui {

Result<void> export_figure(const AppState& state, Session& session, const std::string& path,
                           float width = 1100);

// The curves of the Theory tab, with the points that are counted so far.
Result<void> export_theory(const AppState& state, const CountSnapshot& counts, const std::string& path,
                           float width = 1100);

// The table of the Compare tab, in the order that is shown: as JSON where the name ends so, else as CSV.
Result<void> export_table(const AppState& state, const std::string& own_text, const CountSnapshot& counts,
                          const std::string& path);

// How often each line of the kernel ran and what it cost, as JSON or CSV.
Result<void> export_lines(const Session& session, const std::string& path, bool json);
std::string lines_csv(const RunIndex& index);
std::string lines_json(const RunIndex& index);

}  // namespace lockstep::gui
