// The order in which people list names: numbers within them count as numbers, so that "a2" comes before
// "a10".
#pragma once

#include <string_view>

namespace lockstep {

// ASCII letters compare without their case first. Names that are equal so are ordered by their bytes: the
// order is strict, and the same on every machine.
bool comes_before(std::string_view a, std::string_view b);

}  // namespace lockstep
