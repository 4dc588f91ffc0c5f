// The files that the Step page writes: its figures at the playhead as SVG, and the costs of each
// line as a table.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

Result<void> export_figure(const AppState& state, Session& session, const std::string& path, float width);

// Writes the execution counts and costs of each line of the shown kernel file, as JSON if `path` ends with
// ".json", otherwise as CSV.
Result<void> export_lines(const AppState& state, const Session& session, const std::string& path);
std::string lines_csv(const ProgramLines& index);
std::string lines_json(const ProgramLines& index);

}  // namespace lockstep::gui
