// cub_times FOLDER RUNS: times CUB's reductions and scans, and the launches that cub_launches wrote into
// FOLDER, on one clock in one process, and checks all results. Prints a CSV row for each plan:
//   ours_us, cub_us    medians, from the first kernel's start to the last one's end, by the device's clock:
//                      events around a call that is queued behind another kernel, so that the host delays
//                      none and with all that a second call needs: what is filled in each call, and CUB's own
//                      clearing
//   ..._kernels_us     the kernels' own execution, added up, by CUPTI
// RUNS is for each of three blocks that ours and CUB take in turn.
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <limits>
#include <type_traits>

#include "launches.cuh"

namespace {

// Sums of -1, 0 and 1 stay small: every type holds them exactly, whatever the order.
template <class T>
__host__ __device__ T element(std::uint64_t i) {
  std::uint64_t x = i * 0x9E3779B97F4A7C15U;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9U;
  x ^= x >> 32;
  return static_cast<T>(static_cast<int>(x % 3) - 1);
}

template <class T>
__global__ void fill(T* out, std::uint64_t n) {
  for (std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += std::uint64_t{gridDim.x} * blockDim.x)
    out[i] = element<T>(i);
}

// The expectation, of integers and independent of CUB: the sum and the minimum of elements [0, n).
__global__ void expect(unsigned long long* sum, int* least, std::uint64_t n) {
  long long mine = 0;
  int low = 1;
  for (std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    const int x = element<int>(i);
    mine += x;
    low = min(low, x);
  }
  atomicAdd(sum, static_cast<unsigned long long>(mine));
  atomicMin(least, low);
}

struct Expected {
  long long sum = 0;
  int least = 0;
};

Expected expected_of(std::uint64_t n) {
  unsigned long long* sum;
  int* least;
  check(cudaMalloc(&sum, sizeof *sum));
  check(cudaMalloc(&least, sizeof *least));
  check(cudaMemset(sum, 0, sizeof *sum));
  check(cudaMemset(least, 1, sizeof *least));
  expect<<<1024, 256>>>(sum, least, n);
  Expected expected;
  check(cudaMemcpy(&expected.sum, sum, sizeof *sum, cudaMemcpyDeviceToHost));
  check(cudaMemcpy(&expected.least, least, sizeof *least, cudaMemcpyDeviceToHost));
  cudaFree(sum);
  cudaFree(least);
  return expected;
}

struct Min {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Sum {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};

// --- one plan beside CUB

template <class T, class Operation>
void time_plan(const std::string& folder, const LaunchPlan& plan, Operation op, T identity, T* in, T* out,
               unsigned runs) {
  const Expected expected = expected_of(plan.n);
  constexpr bool is_sum = std::is_same_v<Operation, Sum>;
  const auto count = static_cast<std::int64_t>(plan.n);
  const bool is_exclusive = plan.what == "exclusive-scan";
  // An element of -1 is the largest number of an unsigned type, and some element is 0.
  const int least = std::is_unsigned_v<T> ? 0 : expected.least;
  T right = static_cast<T>(is_sum ? expected.sum : least);
  if (is_sum && is_exclusive) right = static_cast<T>(expected.sum - element<int>(plan.n - 1));
  const T* result = plan.what == "reduce" ? out : out + plan.n - 1;
  const auto check_result = [&](const char* whose) {
    T got;
    check(cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost));
    if (got != right)
      fail(plan.what + " of " + plan.type + " " + plan.op + ", n = " + std::to_string(plan.n) + ": " + whose +
           " result is wrong");
    check(cudaMemset(out, 0xA5, sizeof(T) * (plan.what == "reduce" ? 1 : plan.n)));
  };
  // The entry points that are tuned for the sum, where there is one.
  const auto cub_call = [&](void* scratch, std::size_t& bytes) {
    if (plan.what == "reduce") {
      if constexpr (is_sum)
        return cub::DeviceReduce::Sum(scratch, bytes, in, out, count);
      else
        return cub::DeviceReduce::Min(scratch, bytes, in, out, count);
    }
    if constexpr (is_sum) {
      return is_exclusive ? cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, count)
                          : cub::DeviceScan::InclusiveSum(scratch, bytes, in, out, count);
    } else {
      return is_exclusive ? cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, op, identity, count)
                          : cub::DeviceScan::InclusiveScan(scratch, bytes, in, out, op, count);
    }
  };
  std::size_t bytes = 0;
  check(cub_call(nullptr, bytes));
  void* scratch = nullptr;
  check(cudaMalloc(&scratch, std::max<std::size_t>(bytes, 1)));
  OurLaunches ours(folder, plan, {{"input", in}, {"output", out}});

  const Call cub{[&] { check(cub_call(scratch, bytes)); }};
  const Call our{[&] { ours.launch(); }};
  cub.run();
  check_result("CUB's");
  // The second call finds what the first has left.
  for (unsigned call = 0; call < 2; ++call) {
    our.run();
    check_result("our");
  }
  const std::vector<double> us = times_of(runs, {our, cub});
  const double our_kernels = kernels_of(runs, our), cub_kernels = kernels_of(runs, cub);
  std::printf("%s,%s,%s,%llu,%llu,%llu,%llu,%.3f,%.3f,%.3f,%.3f,%.3f\n", plan.what.c_str(), plan.type.c_str(),
              plan.op.c_str(), static_cast<unsigned long long>(plan.n),
              static_cast<unsigned long long>(plan.group_size), static_cast<unsigned long long>(plan.rounds),
              static_cast<unsigned long long>(plan.groups_per_unit), us[0], us[1], us[1] / us[0], our_kernels,
              cub_kernels);
  std::fflush(stdout);
  check(cudaFree(scratch));
}

template <class T>
void time_type(const std::string& folder, const std::string& type, const std::vector<LaunchPlan>& plans,
               unsigned runs) {
  std::uint64_t most = 0;
  for (const LaunchPlan& plan : plans)
    if (plan.type == type) most = std::max(most, plan.n);
  if (most == 0) return;
  T *in, *out;
  check(cudaMalloc(&in, most * sizeof(T)));
  check(cudaMalloc(&out, most * sizeof(T)));
  fill<<<1024, 256>>>(in, most);
  for (const LaunchPlan& plan : plans) {
    if (plan.type != type) continue;
    if (plan.op == "sum")
      time_plan(folder, plan, Sum{}, T{0}, in, out, runs);
    else if (plan.op == "min")
      time_plan(folder, plan, Min{}, std::numeric_limits<T>::max(), in, out, runs);
    else
      fail(plan.op + ": only sum and min are compared");
  }
  check(cudaFree(in));
  check(cudaFree(out));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) fail("usage: cub_times FOLDER RUNS, where cub_launches has written FOLDER");
  const std::string folder = argv[1];
  const auto runs = static_cast<unsigned>(std::max(1, std::atoi(argv[2])));
  check(cudaFree(nullptr));  // creates the context
  const std::vector<LaunchPlan> plans = read_plans(folder);
  std::printf(
      "algorithm,type,operation,n,group_size,rounds,groups_per_unit,ours_us,cub_us,ratio,ours_kernels_us,"
      "cub_kernels_us\n");
  time_type<int>(folder, "int", plans, runs);
  time_type<unsigned>(folder, "uint", plans, runs);
  time_type<float>(folder, "float", plans, runs);
  time_type<long long>(folder, "long", plans, runs);
  time_type<unsigned long long>(folder, "ulong", plans, runs);
  time_type<double>(folder, "double", plans, runs);
}
