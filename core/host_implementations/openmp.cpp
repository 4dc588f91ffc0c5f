// OpenMP's reduction clause and its scan directive. GCC compiles a scan into two loops and keeps the results
// of the first loop in an array of the same length, from malloc. Therefore the input is scanned block by
// block, so these results stay in the cache; each block begins with the total of the previous one. A clause
// requires the symbol of the operator, so each loop is a macro, used for all four operators. Operators that
// are functions have no symbol, and the totals are combined in any order: run.cpp refuses such operators.
#include "core/host_implementations/function_session.hpp"
#include "core/host_implementations/libraries.hpp"
#include "core/host_implementations/loops.hpp"

// GCC warns about its own variable in the code that it generates for a scan directive.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define LOCKSTEP_PRAGMA(...) _Pragma(#__VA_ARGS__)

#define LOCKSTEP_REDUCE(OPERATOR)                                                         \
  LOCKSTEP_PRAGMA(omp parallel for simd num_threads(threads) reduction(OPERATOR : total)) \
  for (std::size_t i = 0; i < count; ++i) total = combine(total, in[i])

#define LOCKSTEP_INCLUSIVE_SCAN(OPERATOR)                                                    \
  LOCKSTEP_PRAGMA(omp parallel for num_threads(threads) reduction(inscan, OPERATOR : total)) \
  for (std::size_t i = 0; i < count; ++i) {                                                  \
    total = combine(total, in[i]);                                                           \
    LOCKSTEP_PRAGMA(omp scan inclusive(total))                                               \
    out[i] = total;                                                                          \
  }

#define LOCKSTEP_EXCLUSIVE_SCAN(OPERATOR)                                                    \
  LOCKSTEP_PRAGMA(omp parallel for num_threads(threads) reduction(inscan, OPERATOR : total)) \
  for (std::size_t i = 0; i < count; ++i) {                                                  \
    out[i] = total;                                                                          \
    LOCKSTEP_PRAGMA(omp scan exclusive(total))                                               \
    total = combine(total, in[i]);                                                           \
  }

namespace lockstep::host {
namespace {

template <class Operation, class T = typename Operation::T>
T reduce_clause(const T* in, std::size_t count, int threads) {
  const typename Operation::Function combine{};
  T total = Operation::identity;
  if constexpr (Operation::op == Operator::sum) {
    LOCKSTEP_REDUCE(+);
  } else if constexpr (Operation::op == Operator::product) {
    LOCKSTEP_REDUCE(*);
  } else if constexpr (Operation::op == Operator::min) {
    LOCKSTEP_REDUCE(min);
  } else {
    LOCKSTEP_REDUCE(max);
  }
  return total;
}

template <class Operation, class T = typename Operation::T>
T inclusive_scan(const T* in, T* out, std::size_t count, T total, int threads) {
  const typename Operation::Function combine{};
  if constexpr (Operation::op == Operator::sum) {
    LOCKSTEP_INCLUSIVE_SCAN(+)
  } else if constexpr (Operation::op == Operator::product) {
    LOCKSTEP_INCLUSIVE_SCAN(*)
  } else if constexpr (Operation::op == Operator::min) {
    LOCKSTEP_INCLUSIVE_SCAN(min)
  } else {
    LOCKSTEP_INCLUSIVE_SCAN(max)
  }
  return total;
}

template <class Operation, class T = typename Operation::T>
T exclusive_scan(const T* in, T* out, std::size_t count, T total, int threads) {
  const typename Operation::Function combine{};
  if constexpr (Operation::op == Operator::sum) {
    LOCKSTEP_EXCLUSIVE_SCAN(+)
  } else if constexpr (Operation::op == Operator::product) {
    LOCKSTEP_EXCLUSIVE_SCAN(*)
  } else if constexpr (Operation::op == Operator::min) {
    LOCKSTEP_EXCLUSIVE_SCAN(min)
  } else {
    LOCKSTEP_EXCLUSIVE_SCAN(max)
  }
  return total;
}

void reduce(const Job& job) {
  with_arrays(job, [&]<class Operation>(const Arrays<Operation>& a) {
    *a.out = reduce_clause<Operation>(a.in, a.count, static_cast<int>(job.threads));
  });
}

void scan(const Job& job) {
  with_arrays(job, [&]<class Operation>(const Arrays<Operation>& a) {
    scan_blocks(a, job.threads, [&](auto in, auto out, std::size_t count, auto before) {
      const int threads = static_cast<int>(job.threads);
      return job.exclusive ? exclusive_scan<Operation>(in, out, count, before, threads)
                           : inclusive_scan<Operation>(in, out, count, before, threads);
    });
  });
}

}  // namespace

Opener openmp_reduce() { return {&open_function<&reduce>, ""}; }
Opener openmp_scan() { return {&open_function<&scan>, ""}; }

}  // namespace lockstep::host
