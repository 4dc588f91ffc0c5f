// Shows the case in which a test failed as a run in Step, at the moment of the first error or wrong value.
#pragma once

#include <string>

#include "gui/pages/assignment/work.hpp"

namespace lockstep::gui {

// Opens the case. An Error is a sentence that says that the case has no run, or that its files
// cannot be written.
Result<void> open_failing_case(AppState& state, const LoadedAssignment& loaded, const StudentFiles& files,
                               const assignment::Task& task, const assignment::TestResult& result);

// Returns the notice for the opened case, with the name of the test and the failed criterion.
std::string opened_case_text(const assignment::TestResult& result);

}  // namespace lockstep::gui
