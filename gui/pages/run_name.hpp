// Names the run in file names and in the titles of drawings.
#pragma once

#include <string>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// Returns the name and the size of the run, such as "reduce/divergent-n64". For a user's own file with its
// own launches, the size is the global size of the first launch, as in "transpose-16x16"; for a file that is
// launched like an algorithm, it is n, as in "mine-n64". The name of a recorded program contains no size.
std::string run_file_name(const AppState& state);
// Returns a title such as "reduce/divergent, n = 64" or "transpose.cl, 16 × 16 work-items".
std::string run_title(const AppState& state);

// Returns a source_id() or a row's key without folder and extension.
std::string source_file_name(const std::string& source);

}  // namespace lockstep::gui
