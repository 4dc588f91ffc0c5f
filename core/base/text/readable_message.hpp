// Shortens a message so that a person can read it: a message that quotes a faulty file may have megabytes.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// Returns the first hundred lines, each shortened to 1,000 characters, and the number of omitted lines.
std::string readable_message(std::string_view message);

}  // namespace lockstep
