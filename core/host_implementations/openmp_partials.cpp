// A reduction by hand, with one partial result for each thread. The two implementations differ only in the
// distance of these results. Adjacent elements share a cache line, which then moves between the cores with
// every addition although no element is shared (false sharing). With a cache line between the elements this
// does not happen.
#include <algorithm>
#include <vector>

#include "core/host_implementations/function_session.hpp"
#include "core/host_implementations/libraries.hpp"

namespace lockstep::host {
namespace {

// Intel processors fetch cache lines of 64 bytes in pairs; Apple processors have lines of 128 bytes.
constexpr std::size_t kApartBytes = 128;

template <class Operation, class T = typename Operation::T>
T reduce_partials(const T* in, std::size_t count, unsigned threads, std::size_t distance) {
  const typename Operation::Function combine{};
  std::vector<T> partials(threads * distance, Operation::identity);
  const std::size_t slice = (count + threads - 1) / threads;
#pragma omp parallel for num_threads(static_cast <int>(threads)) schedule(static, 1)
  for (std::size_t t = 0; t < threads; ++t) {
    // The partial result is kept in memory, as written in the loop; otherwise the compiler would keep it in
    // a register.
    volatile T& mine = partials[t * distance];
    const std::size_t end = std::min(count, (t + 1) * slice);
    for (std::size_t i = t * slice; i < end; ++i) mine = combine(T(mine), in[i]);
  }
  T total = Operation::identity;
  for (std::size_t t = 0; t < threads; ++t) total = combine(total, partials[t * distance]);
  return total;
}

template <bool apart>
void reduce(const Job& job) {
  with_arrays(job, [&]<class Operation>(const Arrays<Operation>& a) {
    const std::size_t distance = apart ? kApartBytes / sizeof(typename Operation::T) : 1;
    *a.out = reduce_partials<Operation>(a.in, a.count, job.threads, distance);
  });
}

}  // namespace

Opener openmp_neighbours() { return {&open_function<&reduce<false>>, ""}; }
Opener openmp_apart() { return {&open_function<&reduce<true>>, ""}; }

}  // namespace lockstep::host
