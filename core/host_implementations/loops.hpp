// Reduction and scan as a loop with one running total: the sequential implementation, and the work
// of each thread or rank on its part. Also the scan of an array block by block, in which all
// threads share each block.
#pragma once

#include <algorithm>
#include <cstddef>

namespace lockstep::host {

template <class Operation, class T = typename Operation::T>
T reduce_part(const T* in, std::size_t count) {
  constexpr typename Operation::Function combine;
  T total = Operation::identity;
  for (std::size_t i = 0; i < count; ++i) total = combine(total, in[i]);
  return total;
}

// Scans a part. `before` is the total of all elements before this part.
template <class Operation, class T = typename Operation::T>
void scan_part(const T* in, T* out, std::size_t count, T before, bool exclusive) {
  constexpr typename Operation::Function combine;
  T total = before;
  if (exclusive) {
    for (std::size_t i = 0; i < count; ++i) {
      const T next = combine(total, in[i]);
      out[i] = total;
      total = next;
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      total = combine(total, in[i]);
      out[i] = total;
    }
  }
}

// The bytes of a block for each thread. Data that a library writes to a block and then reads again are still
// in a cache, and scanning a block takes far longer than starting its threads.
constexpr std::size_t kBlockBytes = std::size_t{2} << 20;

// Scans an array block by block. `scan(in, out, count, before)` scans a block and returns the total of
// `before` and all elements of the block.
template <class Arrays, class Scan, class T = typename Arrays::T>
void scan_blocks(const Arrays& arrays, unsigned threads, Scan&& scan) {
  const std::size_t block = std::max(threads, 1u) * (kBlockBytes / sizeof(T));
  T before = Arrays::identity;
  for (std::size_t begin = 0; begin < arrays.count; begin += block)
    before = scan(arrays.in + begin, arrays.out + begin, std::min(block, arrays.count - begin), before);
}

}  // namespace lockstep::host
