// The name of the run in file names and in the titles of drawings.
#pragma once

#include <string>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// The name with the size: "reduce/divergent-n64". For the user's own file, "transpose-16x16" contains the
// size of its first launch; "mine-n64" is launched like an algorithm. A recorded program has only its name.
std::string run_file_name(const AppState& state);
// For example "reduce/divergent, n = 64" or "transpose.cl, 16 × 16 work-items".
std::string run_title(const AppState& state);

// A source_id() or a row's key without folder and extension.
std::string source_file_name(const std::string& source);

}  // namespace lockstep::gui
