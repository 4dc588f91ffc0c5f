// Announces events to people who do not see the picture.
#pragma once

#include <string>

namespace lockstep {

// Announces a sentence, which replaces the previous one. Does nothing if the system has no screen
// reader interface.
void tell_screen_reader(const std::string& sentence);

}  // namespace lockstep
