// One thread, one loop.
#include "core/host_implementations/function_session.hpp"
#include "core/host_implementations/libraries.hpp"
#include "core/host_implementations/loops.hpp"

namespace lockstep::host {
namespace {

void reduce(const Job& job) {
  with_arrays(job, []<class Operation>(const Arrays<Operation>& a) {
    *a.out = reduce_part<Operation>(a.in, a.count);
  });
}

void scan(const Job& job) {
  with_arrays(job, [&]<class Operation>(const Arrays<Operation>& a) {
    scan_part<Operation>(a.in, a.out, a.count, Operation::identity, job.exclusive);
  });
}

}  // namespace

Opener sequential_reduce() { return {&open_function<&reduce>, ""}; }
Opener sequential_scan() { return {&open_function<&scan>, ""}; }

}  // namespace lockstep::host
