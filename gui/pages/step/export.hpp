// What the Step page writes to files: its figures at the playhead as SVG, and what each line cost as a table.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "gui/jobs/session.hpp"

namespace lockstep::gui {

Result<void> export_figure(const AppState& state, Session& session, const std::string& path, float width);

// How often each line of the kernel ran and what it cost: as JSON where the name ends so, else as CSV.
Result<void> export_lines(const Session& session, const std::string& path);
std::string lines_csv(const RunIndex& index);
std::string lines_json(const RunIndex& index);

}  // namespace lockstep::gui
