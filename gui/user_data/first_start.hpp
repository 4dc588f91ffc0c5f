// Whether this is the very first start: only then the start page opens without a request.
#pragma once

#include <string>

namespace lockstep::gui {

// True once for each folder of the window's state: a file in it remembers that the page was shown, before it
// is shown, so that an end by a crash counts too. False if it cannot be remembered: a page that comes back at
// each start would be a nuisance.
bool claim_first_start(const std::string& state_dir);

}  // namespace lockstep::gui
