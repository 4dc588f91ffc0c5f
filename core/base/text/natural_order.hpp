// Natural order of names: digits in a name compare as numbers, so "a2" comes before "a10".
#pragma once

#include <string_view>

namespace lockstep {

// Returns whether `a` comes before `b`. ASCII letters are first compared without regard to case. Names
// that are equal in this comparison are ordered by their bytes, so the order is strict and the same on
// every machine.
bool comes_before(std::string_view a, std::string_view b);

}  // namespace lockstep
