// Determines whether the window is opened for the first time. Only then does the start page open without
// a request.
#pragma once

#include <string>

namespace lockstep::gui {

// Returns true once for each folder of the window's state: a file in the folder records that the page was
// shown. The file is written before the page is shown, so that a crash does not cause the page to open again.
// Returns false if the file cannot be written; otherwise the page would open at every start.
bool claim_first_start(const std::string& state_dir);

}  // namespace lockstep::gui
