// What happens, for people who do not see the picture.
#pragma once

#include <string>

namespace lockstep {

// Takes the place of the sentence before. Where the system offers no way to say it, nothing happens.
void tell_screen_reader(const std::string& sentence);

}  // namespace lockstep
