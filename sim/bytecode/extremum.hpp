// A comparison whose outcome chooses the smaller or the larger of the two values compared: a < b ? a : b.
// Mode of comparisons, and of the select or if_end at which the chosen value is there (register a: the
// condition, dst: the value). It changes nothing of what is executed; whoever follows values learns that both
// are in the result.
#pragma once

#include <cstdint>

namespace lockstep::sim {

enum class Extremum : std::uint8_t { none, minimum, maximum };

}  // namespace lockstep::sim
