// The standard library's parallel algorithms. libstdc++ runs them on oneTBB. A scan reads its input twice. It
// works block by block, so the second read is from the cache.
#include <tbb/global_control.h>

#include <execution>
#include <numeric>

#include "core/host_implementations/function_session.hpp"
#include "core/host_implementations/libraries.hpp"
#include "core/host_implementations/loops.hpp"

namespace lockstep::host {
namespace {

// While this object exists, oneTBB uses this many threads.
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

// libstdc++ begins each part of a parallel scan of floating-point numbers with 0, which is right only for
// sums (pstl/numeric_impl.h, __pattern_transform_scan). A number in a struct is treated like any other type.
template <class T>
struct Box {
  T value;
};

template <class Operation>
struct BoxedFunction {
  using B = Box<typename Operation::T>;
  B operator()(B a, B b) const { return {typename Operation::Function()(a.value, b.value)}; }
};

// Returns the last total.
template <class T, class Function>
T scan_as(const T* in, T* out, std::size_t count, T before, Function combine, bool exclusive) {
  if (!exclusive) {
    std::inclusive_scan(std::execution::par_unseq, in, in + count, out, combine, before);
    return out[count - 1];
  }
  std::exclusive_scan(std::execution::par_unseq, in, in + count, out, before, combine);
  return combine(out[count - 1], in[count - 1]);
}

template <class Operation, class T = typename Operation::T>
T scan_block(const T* in, T* out, std::size_t count, T before, bool exclusive) {
  using B = Box<T>;
  if constexpr (std::is_floating_point_v<T> && Operation::op != Operator::sum)
    return scan_as(reinterpret_cast<const B*>(in), reinterpret_cast<B*>(out), count, B{before},
                   BoxedFunction<Operation>(), exclusive)
        .value;
  else
    return scan_as(in, out, count, before, typename Operation::Function(), exclusive);
}

void scan(const Job& job) {
  const ThreadLimit limit(job.threads);
  with_arrays(job, [&]<class Operation>(const Arrays<Operation>& a) {
    scan_blocks(a, job.threads, [&](auto in, auto out, std::size_t count, auto before) {
      return scan_block<Operation>(in, out, count, before, job.exclusive);
    });
  });
}

}  // namespace

Opener standard_reduce() { return {&open_function<&reduce>, ""}; }
Opener standard_scan() { return {&open_function<&scan>, ""}; }

}  // namespace lockstep::host
