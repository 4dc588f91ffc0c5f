// The set of bytes of a memory object that a command reads or writes, as ascending stretches that are
// not adjacent.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/objects/box.hpp"

namespace lockstep::runtime {

class ByteSet {
 public:
  using Stretch = std::pair<std::size_t, std::size_t>;  // the first byte, and the byte after the last byte

  ByteSet() = default;
  // Constructs the set from the rows of a box that begins at this byte.
  ByteSet(std::size_t offset, const Box& box, const Triple& region);

  // Appends a stretch, which must be after all other stretches.
  void add(Stretch stretch);
  bool empty() const { return stretches_.empty(); }
  const std::vector<Stretch>& stretches() const { return stretches_; }
  bool contains(const ByteSet& other) const;
  // Returns the first stretch of bytes that both sets contain.
  std::optional<Stretch> common(const ByteSet& other) const;

 private:
  std::vector<Stretch> stretches_;
};

}  // namespace lockstep::runtime
