// What the Step page writes to files: its figures at the playhead as SVG, and what each line cost as a table.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/session/session.hpp"

namespace lockstep::gui {

Result<void> export_figure(const AppState& state, Session& session, const std::string& path, float width);

// How often each line of the shown kernel file ran and what it cost: as JSON where the name ends so, else as
// CSV.
Result<void> export_lines(const AppState& state, const Session& session, const std::string& path);
std::string lines_csv(const ProgramLines& index);
std::string lines_json(const ProgramLines& index);

}  // namespace lockstep::gui
