// The standard library's parallel algorithms. libstdc++ runs them on oneTBB.
#include <tbb/global_control.h>

#include <execution>
#include <numeric>

#include "core/host/function_session.hpp"
#include "core/host/libraries.hpp"

namespace lockstep::host {
namespace {

// While it lives, oneTBB uses so many threads.
class ThreadLimit {
 public:
  explicit ThreadLimit(unsigned threads) : limit_(tbb::global_control::max_allowed_parallelism, threads) {}

 private:
  tbb::global_control limit_;
};

void reduce(const Job& job) {
  const ThreadLimit limit(job.threads);
  with_arrays(job, []<class Operation>(const Arrays<Operation>& a) {
    *a.out = std::reduce(std::execution::par_unseq, a.in, a.in + a.count, Operation::identity,
                         typename Operation::Function());
  });
}

// libstdc++ begins each part of a parallel scan of floating-point numbers with 0, which is right for sums
// only (pstl/numeric_impl.h, __pattern_transform_scan). A number in a box goes the way of all other types.
template <class T>
struct Box {
  T value;
};

template <class Operation>
struct BoxedFunction {
  using B = Box<typename Operation::T>;
  B operator()(B a, B b) const { return {typename Operation::Function()(a.value, b.value)}; }
};

template <class T, class Function>
void scan_as(const T* in, T* out, std::size_t count, T identity, Function combine, bool exclusive) {
  if (exclusive)
    std::exclusive_scan(std::execution::par_unseq, in, in + count, out, identity, combine);
  else
    std::inclusive_scan(std::execution::par_unseq, in, in + count, out, combine);
}

void scan(const Job& job) {
  const ThreadLimit limit(job.threads);
  with_arrays(job, [&]<class Operation>(const Arrays<Operation>& a) {
    using B = Box<typename Operation::T>;
    if constexpr (std::is_floating_point_v<typename Operation::T> && Operation::op != Operator::sum)
      scan_as(reinterpret_cast<const B*>(a.in), reinterpret_cast<B*>(a.out), a.count, B{Operation::identity},
              BoxedFunction<Operation>(), job.exclusive);
    else
      scan_as(a.in, a.out, a.count, Operation::identity, typename Operation::Function(), job.exclusive);
  });
}

}  // namespace

Opener standard_reduce() { return {&open_function<&reduce>, ""}; }
Opener standard_scan() { return {&open_function<&scan>, ""}; }

}  // namespace lockstep::host
