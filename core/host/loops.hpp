// Reduction and scan as a loop with one running total: the sequential implementation, and the work of each
// thread or rank on its part.
#pragma once

#include <cstddef>

namespace lockstep::host {

template <class Operation, class T = typename Operation::T>
T reduce_part(const T* in, std::size_t count) {
  constexpr typename Operation::Function combine;
  T total = Operation::identity;
  for (std::size_t i = 0; i < count; ++i) total = combine(total, in[i]);
  return total;
}

// `before` is the total of all that stands before this part.
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

}  // namespace lockstep::host
