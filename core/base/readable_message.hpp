// A message for a person, who will not read megabytes of it: what a file of somebody else has wrong may be
// quoted in it a million times.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// The first hundred lines, each shortened to 1,000 characters, and how many more there are.
std::string readable_message(std::string_view message);

}  // namespace lockstep
