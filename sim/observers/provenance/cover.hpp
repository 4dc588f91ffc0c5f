// The inputs of a node in compact form. The inputs are nearly always at equal distances, in one row or in
// several rows at equal distances, so that a label requires no walk over the tree.
#pragma once

#include <cstdint>

namespace lockstep::sim {

// The `count` numbers 0, step, 2 * step …
struct Progression {
  std::uint64_t step = 0;  // 0 if count is 1
  std::uint64_t count = 1;
  bool operator==(const Progression&) const = default;
};

// The inputs first + i + o for each i of the inner and each o of the outer progression, each input once.
// Example: 0 to 3 and 8 to 11 are {0, {1, 4}, {8, 2}}. A single row is an inner progression only. If
// inner.count is 0, the inputs do not have this form and must be found by a walk.
struct InputCover {
  std::uint64_t first = 0;
  Progression inner{0, 0}, outer;
  std::uint32_t buffer = 0;  // all inputs are elements of this buffer
  bool known() const { return inner.count != 0; }
  std::uint64_t size() const { return inner.count * outer.count; }
  bool operator==(const InputCover&) const = default;
};

// Returns the union of both covers, if it has this form, too; otherwise an unknown cover.
InputCover united(const InputCover& one, const InputCover& other);

}  // namespace lockstep::sim
