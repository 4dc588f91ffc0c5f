// What the run is called in the names of files and in the titles of drawings.
#pragma once

#include <string>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// With its size: "reduce/divergent-n64"; of the user's own file "transpose-16x16", the size of its first
// launch, or "mine-n64" where it is launched as an algorithm is; of a recorded program its name alone.
std::string run_file_name(const AppState& state);
// "reduce/divergent, n = 64", "transpose.cl, 16 × 16 work-items".
std::string run_title(const AppState& state);

// A source_id() or a row's key without folder and ending.
std::string source_file_name(const std::string& source);

}  // namespace lockstep::gui
