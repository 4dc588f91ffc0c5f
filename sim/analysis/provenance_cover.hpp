// What a node covers, in few words: nearly always its inputs are neighbours, or at one distance from each
// other, and each is in once. Then a label needs no walk over the tree.
#pragma once

#include <cstdint>

namespace lockstep::sim {

// `count` runs of `run` neighbours each; the first begins at `first`, the next one `step` later. Each input
// is in once. `count` 0: it is none of that, and only a walk can tell. 0 to 2 and 8 to 10: {0, 3, 8, 2}.
struct InputCover {
  std::uint64_t first = 0;
  std::uint64_t run = 0;
  std::uint64_t step = 0;  // 0 where count is 1; more than `run` where it is not
  std::uint64_t count = 0;
  bool operator==(const InputCover&) const = default;
};

// What both together cover, if that has this form again: one after the other, or one between the other.
InputCover united(const InputCover& one, const InputCover& other);

}  // namespace lockstep::sim
