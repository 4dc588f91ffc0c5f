// What a node covers, in few words: nearly always its inputs are neighbours, or at one distance from each
// other, and each is in once. Then a label needs no walk over the tree.
#pragma once

#include <cstdint>

namespace lockstep::sim {

// The inputs first, first + step, … `count` of them, each once, combined by one operator (or none).
// `count` 0: none of that, and only a walk can tell.
struct InputCover {
  std::uint64_t first = 0;
  std::uint64_t step = 0;  // 0 where count is 1
  std::uint64_t count = 0;
  bool operator==(const InputCover&) const = default;
};

// What both together cover, if that is a progression again: one after the other, or one between the other.
InputCover united(const InputCover& one, const InputCover& other);

}  // namespace lockstep::sim
