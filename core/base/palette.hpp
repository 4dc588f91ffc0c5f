// A list of values that often repeat. Each value is stored once and referred to by its number, like the
// colours of a picture. A table with one slot for each value of the upper hash bits finds the latest value
// with these bits. Therefore adding a value takes constant time, but a value whose slot was overwritten is
// stored again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/chunked_list.hpp"

namespace lockstep {

// T must have operator== and hash(), of which the upper bits are used.
template <class T>
class Palette {
 public:
  std::uint32_t add(const T& value) {
    if (latest_.empty()) latest_.resize(std::size_t{1} << kBits);
    std::uint32_t& known = latest_[value.hash() >> (64 - kBits)];
    if (known < values_.size() && values_[known] == value) return known;
    known = static_cast<std::uint32_t>(values_.size());
    values_.push_back(value);
    return known;
  }
  const T& operator[](std::uint32_t index) const { return values_[index]; }
  std::size_t size() const { return values_.size(); }
  std::size_t size_bytes() const { return values_.size_bytes() + latest_.size() * sizeof(std::uint32_t); }

 private:
  static constexpr unsigned kBits = 12;
  ChunkedList<T> values_;
  std::vector<std::uint32_t> latest_;
};

// A hash of several numbers, for Palette.
template <class... Numbers>
std::uint64_t palette_hash(Numbers... numbers) {
  std::uint64_t hash = 0;
  ((hash = (hash ^ (hash >> 29) ^ static_cast<std::uint64_t>(numbers)) * 0x9E3779B97F4A7C15u), ...);
  return hash;
}

}  // namespace lockstep
