// A message short enough for a person to read: one that quotes a faulty file may be megabytes long.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// The first hundred lines, each shortened to 1,000 characters, and how many more there are.
std::string readable_message(std::string_view message);

}  // namespace lockstep
