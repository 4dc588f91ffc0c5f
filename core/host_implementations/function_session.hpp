// A session that calls a function of this program and times the call.
#pragma once

#include <chrono>
#include <cstddef>

#include "core/host_implementations/implementations.hpp"
#include "core/host_implementations/operations.hpp"

namespace lockstep::host {

template <void (*compute)(const Job&)>
class FunctionSession final : public Session {
 public:
  explicit FunctionSession(const Job& job) : job_(job) {}

  Result<std::uint64_t> run(std::stop_token) override {
    const auto start = std::chrono::steady_clock::now();
    compute(job_);
    const auto end = std::chrono::steady_clock::now();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count());
  }

 private:
  Job job_;
};

template <void (*compute)(const Job&)>
Result<std::unique_ptr<Session>> open_function(const Job& job) {
  return std::make_unique<FunctionSession<compute>>(job);
}

// The arrays of a job with the type of its operation.
template <class Operation>
struct Arrays {
  using T = typename Operation::T;
  static constexpr T identity = Operation::identity;
  explicit Arrays(const Job& job)
      : in(reinterpret_cast<const T*>(job.in.data())),
        out(reinterpret_cast<T*>(job.out.data())),
        count(job.in.size() / sizeof(T)) {}
  const T* in;
  T* out;
  std::size_t count;
};

// Calls visit.template operator()<Operation>(arrays).
template <class Visitor>
void with_arrays(const Job& job, Visitor&& visit) {
  with_operation(job.type, job.op,
                 [&]<class Operation>() { visit.template operator()<Operation>(Arrays<Operation>(job)); });
}

}  // namespace lockstep::host
