// Writes the student's submission: an archive with the files of all tasks, which `lockstep grade` reads, and
// a record of the hints that were taken.
#pragma once

#include <string>

#include "gui/pages/assignment/work.hpp"

namespace lockstep::gui {

inline constexpr const char* kHintsFile = "hints.json";

// Writes the archive to `path`. An Error is a sentence for the user.
Result<void> write_submission(const std::string& path, const AppState& state, const AssignmentWork& work);

}  // namespace lockstep::gui
