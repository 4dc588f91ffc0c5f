// Long tests try half of their combinations, so that each value of a parameter is tried with half of the
// others' values. LOCKSTEP_ALL_COMBINATIONS=1 in the environment makes them try all.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace lockstep {

// Whether the combination of two parameters, each given by its index, is in the half that is tried.
inline bool is_tried(std::size_t first, std::size_t second) {
  return (first + second) % 2 == 0 || std::getenv("LOCKSTEP_ALL_COMBINATIONS") != nullptr;
}

}  // namespace lockstep
