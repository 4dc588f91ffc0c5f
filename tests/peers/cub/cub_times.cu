// cub_times FOLDER RUNS: times CUB's reductions and scans, and the launches that cub_launches wrote into
// FOLDER, on one clock in one process, and checks all results. Prints a CSV row for each plan:
//   ours_us, cub_us    medians, from the first kernel's start to the last one's end, by the device's clock:
//                      events around a call that is queued behind another kernel, so that the host delays none
//   ours_cleared_us    the same with clearing what the kernel needs to be 0; CUB has a kernel of its own for it
//   ..._kernels_us     the kernels' own execution, added up, by CUPTI
// RUNS is for each of three blocks that ours and CUB take in turn.
#include <cuda.h>
#include <cupti.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "cub_times: %s\n", message.c_str());
  std::exit(1);
}

void check(cudaError_t error) {
  if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

void check(CUresult error) {
  const char* text = nullptr;
  if (error != CUDA_SUCCESS)
    fail(cuGetErrorString(error, &text) == CUDA_SUCCESS ? text : "error of the driver");
}

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

// Keeps the device busy while the host queues what is timed.
__global__ void wait_cycles(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

std::vector<std::uint64_t> kernel_ns;  // of the kernels since it was cleared

void CUPTIAPI buffer_requested(std::uint8_t** buffer, std::size_t* size, std::size_t* records) {
  *size = std::size_t{1} << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *records = 0;
}

void CUPTIAPI buffer_completed(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t,
                               std::size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
    const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel9*>(record);
    if (std::string(kernel->name).find("wait_cycles") == std::string::npos)
      kernel_ns.push_back(kernel->end - kernel->start);
  }
  std::free(buffer);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// What is timed, and what must happen before it and is not timed.
struct Call {
  std::function<void()> run;
  std::function<void()> prepare = [] {};
};

class Stopwatch {
 public:
  Stopwatch() {
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
  }
  // Microseconds of the device's clock.
  double time(const Call& call) {
    call.prepare();
    wait_cycles<<<1, 1>>>(100000);
    check(cudaEventRecord(begin_));
    call.run();
    check(cudaEventRecord(end_));
    check(cudaEventSynchronize(end_));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin_, end_));
    return 1000.0 * ms;
  }

 private:
  cudaEvent_t begin_, end_;
};

// Medians, by the stopwatch. Each call is repeated by itself, so that the cache holds what it left there, in
// several blocks in turn, so that a clock that changes changes all.
std::vector<double> times_of(unsigned runs, const std::vector<Call>& calls) {
  constexpr unsigned kBlocks = 3, kWarmUps = 2;
  static Stopwatch stopwatch;
  std::vector<std::vector<double>> times(calls.size());
  for (unsigned block = 0; block < kBlocks; ++block)
    for (std::size_t k = 0; k < calls.size(); ++k)
      for (unsigned i = 0; i < runs + kWarmUps; ++i) {
        const double us = stopwatch.time(calls[k]);
        if (i >= kWarmUps) times[k].push_back(us);
      }
  std::vector<double> medians;
  for (const std::vector<double>& one : times) medians.push_back(median(one));
  return medians;
}

// Median of the kernels' own execution, by CUPTI.
double kernels_of(unsigned runs, const Call& call) {
  static Stopwatch stopwatch;
  kernel_ns.clear();
  cuptiActivityRegisterCallbacks(buffer_requested, buffer_completed);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  for (unsigned i = 0; i < runs; ++i) stopwatch.time(call);
  cuptiActivityFlushAll(1);
  cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  const std::size_t kernels = kernel_ns.size() / runs;
  std::vector<double> sums;
  for (unsigned i = 0; i < runs; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < kernels; ++k) sum += 0.001 * static_cast<double>(kernel_ns[i * kernels + k]);
    sums.push_back(sum);
  }
  return median(sums);
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

// --- our launches

struct Argument {
  std::string kind;  // buffer, local, scalar
  std::uint64_t bytes = 0, value = 0;
};
struct Launch {
  std::string file, kernel;
  unsigned groups = 0, group_size = 0;
  std::vector<Argument> arguments;
};
struct Buffer {
  std::uint64_t bytes = 0;
  std::string content;
};
struct LaunchPlan {
  std::string what, type, op;
  std::uint64_t n = 0, group_size = 0, rounds = 0, groups_per_unit = 0;
  std::vector<Buffer> buffers;
  std::vector<Launch> launches;
};

std::vector<LaunchPlan> read_plans(const std::string& folder) {
  std::ifstream in(folder + "/launches.txt");
  if (!in) fail(folder + "/launches.txt: cannot be read; write it with cub_launches");
  std::vector<LaunchPlan> plans;
  for (std::string word; in >> word;) {
    if (word == "plan") {
      LaunchPlan& plan = plans.emplace_back();
      in >> plan.what >> plan.type >> plan.op >> plan.n >> plan.group_size >> plan.rounds >>
          plan.groups_per_unit;
    } else if (word == "buffer") {
      Buffer& buffer = plans.back().buffers.emplace_back();
      in >> buffer.bytes >> buffer.content;
    } else if (word == "launch") {
      Launch& launch = plans.back().launches.emplace_back();
      in >> launch.file >> launch.kernel >> launch.groups >> launch.group_size;
    } else if (word == "argument") {
      Argument& argument = plans.back().launches.back().arguments.emplace_back();
      in >> argument.kind;
      if (argument.kind == "scalar") in >> argument.bytes;
      in >> argument.value;
    }
  }
  return plans;
}

__global__ void where_local_memory_begins(unsigned* at) {
  extern __shared__ int memory[];
  *at = static_cast<unsigned>(__cvta_generic_to_shared(memory));
}

unsigned first_local_byte() {
  unsigned *on_device, at = 0;
  check(cudaMalloc(&on_device, sizeof at));
  where_local_memory_begins<<<1, 1, 16>>>(on_device);
  check(cudaMemcpy(&at, on_device, sizeof at, cudaMemcpyDeviceToHost));
  check(cudaFree(on_device));
  return at;
}

// A plan's kernels from the PTX that the OpenCL driver made, launched through CUDA's driver.
class OurLaunches {
 public:
  OurLaunches(const std::string& folder, const LaunchPlan& plan, void* in, void* out) : plan_(plan) {
    for (const Buffer& buffer : plan.buffers) {
      void* memory = buffer.content == "input" ? in : buffer.content == "output" ? out : nullptr;
      if (memory == nullptr) {
        check(cudaMalloc(&memory, buffer.bytes));
        scratch_.push_back(memory);
      }
      buffers_.push_back(memory);
    }
    for (const Launch& launch : plan.launches) load(folder, launch);
  }
  ~OurLaunches() {
    for (void* memory : scratch_) cudaFree(memory);
  }
  OurLaunches(const OurLaunches&) = delete;

  void clear() {
    for (std::size_t i = 0; i < buffers_.size(); ++i)
      if (plan_.buffers[i].content == "zero") check(cudaMemsetAsync(buffers_[i], 0, plan_.buffers[i].bytes));
  }
  void launch() {
    for (Ready& ready : ready_)
      check(cuLaunchKernel(ready.function, ready.groups, 1, 1, ready.group_size, 1, 1, ready.local_bytes,
                           nullptr, ready.arguments.data(), nullptr));
  }

 private:
  struct Ready {
    CUfunction function = nullptr;
    unsigned groups = 0, group_size = 0, local_bytes = 0;
    std::vector<std::uint64_t> values;
    std::vector<void*> arguments;
  };

  static CUmodule module_of(const std::string& path) {
    static std::map<std::string, CUmodule> modules;
    if (const auto known = modules.find(path); known != modules.end()) return known->second;
    CUmodule module = nullptr;
    if (cuModuleLoad(&module, path.c_str()) != CUDA_SUCCESS) fail(path + ": the driver does not load it");
    return modules[path] = module;
  }

  // A pointer to local memory is the offset in it, behind the variables that the kernel declares itself.
  void load(const std::string& folder, const Launch& launch) {
    Ready ready{nullptr, launch.groups, launch.group_size};
    check(cuModuleGetFunction(&ready.function, module_of(folder + "/" + launch.file + ".ptx"),
                              launch.kernel.c_str()));
    // What the driver reports of the kernel's own variables may include what it reserves before them.
    static const unsigned first = first_local_byte();
    int reported = 0;
    check(cuFuncGetAttribute(&reported, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, ready.function));
    const unsigned declared = static_cast<unsigned>(reported) % std::max(first, 1U);
    const unsigned end = (first + declared + 15) / 16 * 16;
    unsigned local = end - first - declared;
    for (const Argument& argument : launch.arguments) {
      if (argument.kind == "buffer") {
        ready.values.push_back(reinterpret_cast<std::uint64_t>(buffers_[argument.value]));
      } else if (argument.kind == "local") {
        ready.values.push_back(first + declared + local);
        local += static_cast<unsigned>((argument.value + 15) / 16 * 16);
      } else {
        ready.values.push_back(argument.value);
      }
    }
    ready.local_bytes = local;
    for (std::uint64_t& value : ready.values) ready.arguments.push_back(&value);
    ready_.push_back(std::move(ready));
  }

  const LaunchPlan& plan_;
  std::vector<void*> buffers_, scratch_;
  std::vector<Ready> ready_;
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
  OurLaunches ours(folder, plan, in, out);

  const Call cub{[&] { check(cub_call(scratch, bytes)); }};
  const Call our{[&] { ours.launch(); }, [&] { ours.clear(); }};
  const Call our_cleared{[&] {
    ours.clear();
    ours.launch();
  }};
  cub.run();
  check_result("CUB's");
  our_cleared.run();
  check_result("our");
  const std::vector<double> us = times_of(runs, {our, cub, our_cleared});
  const double our_kernels = kernels_of(runs, our), cub_kernels = kernels_of(runs, cub);
  std::printf("%s,%s,%s,%llu,%llu,%llu,%llu,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n", plan.what.c_str(),
              plan.type.c_str(), plan.op.c_str(), static_cast<unsigned long long>(plan.n),
              static_cast<unsigned long long>(plan.group_size), static_cast<unsigned long long>(plan.rounds),
              static_cast<unsigned long long>(plan.groups_per_unit), us[0], us[1], us[1] / us[0], us[2],
              us[1] / us[2], our_kernels, cub_kernels);
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
      "algorithm,type,operation,n,group_size,rounds,groups_per_unit,ours_us,cub_us,ratio,ours_cleared_us,"
      "ratio_cleared,"
      "ours_kernels_us,cub_kernels_us\n");
  time_type<int>(folder, "int", plans, runs);
  time_type<unsigned>(folder, "uint", plans, runs);
  time_type<float>(folder, "float", plans, runs);
  time_type<long long>(folder, "long", plans, runs);
  time_type<unsigned long long>(folder, "ulong", plans, runs);
  time_type<double>(folder, "double", plans, runs);
}
