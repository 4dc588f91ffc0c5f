// cub_patterns FOLDER RUNS: times CUB's selection, partition, histogram, scan by key and radix sort, and
// copies, beside the launches of the patterns that cub_launches wrote into FOLDER; in the manner of
// cub_times.cu. Results are compared with CUB's element by element. Prints a CSV row for each plan and
// distribution of the keys:
//   even     all values are alike frequent; segments of 8 elements on average
//   skewed   few values are frequent; segments of 2048 elements
//   sorted   each value follows smaller ones; a single segment
// Convolutions and transposes stand beside a copy of the array.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "launches.cuh"

namespace {

enum class Keys { even, skewed, sorted };
const char* name_of(Keys keys) {
  return keys == Keys::even ? "even" : keys == Keys::skewed ? "skewed" : "sorted";
}

__host__ __device__ std::uint64_t hash_of(std::uint64_t i) {
  std::uint64_t x = (i + 1) * 0x9E3779B97F4A7C15U;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9U;
  x ^= x >> 32;
  return x * 0x94D049BB133111EBU;
}

// 32 bits. Of skewed ones each bit is seldom set.
__host__ __device__ std::uint32_t key_of(Keys keys, std::uint64_t i, std::uint64_t n) {
  const auto bits = [&](int k) { return static_cast<std::uint32_t>(hash_of(4 * i + k) >> 32); };
  if (keys == Keys::sorted) return static_cast<std::uint32_t>((i << 32) / n);
  return keys == Keys::even ? bits(0) : bits(0) & bits(1) & bits(2);
}

// What each pattern is given, of the 32 bits of a key.
enum class Range { ten, signs, bins, whole };

template <class T>
__global__ void fill(T* out, Keys keys, Range range, std::uint64_t n) {
  for (std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    const std::uint32_t key = key_of(keys, i, n);
    if (range == Range::ten)
      out[i] = static_cast<T>(std::uint64_t{key} * 10 >> 32);
    else if (range == Range::signs)  // sums stay small: float holds them exactly, whatever the order
      out[i] = static_cast<T>(static_cast<int>(hash_of(i) % 3) - 1);
    else if (range == Range::bins)
      out[i] = static_cast<T>(key >> 24);
    else
      out[i] = static_cast<T>(static_cast<std::int32_t>(key ^ 0x80000000U));
  }
}

__global__ void fill_segments(std::uint32_t* out, Keys keys, std::uint64_t n) {
  for (std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    const unsigned length = keys == Keys::even ? 8 : 2048;
    out[i] =
        keys == Keys::sorted ? 1 : static_cast<std::uint32_t>((i + hash_of(i / length) % length) / length);
  }
}

template <class T>
__global__ void count_differences(const T* a, const T* b, std::uint64_t n, unsigned long long* differences) {
  for (std::uint64_t i = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += std::uint64_t{gridDim.x} * blockDim.x)
    if (a[i] != b[i]) atomicAdd(differences, 1ULL);
}

template <class T>
bool are_equal(const T* a, const T* b, std::uint64_t n) {
  unsigned long long *on_device, differences = 0;
  check(cudaMalloc(&on_device, sizeof differences));
  check(cudaMemset(on_device, 0, sizeof differences));
  count_differences<<<1024, 256>>>(a, b, n, on_device);
  check(cudaMemcpy(&differences, on_device, sizeof differences, cudaMemcpyDeviceToHost));
  check(cudaFree(on_device));
  return differences == 0;
}

struct Above {
  template <class T>
  __device__ bool operator()(T x) const {
    return x > 4;
  }
};
struct BitIsZero {
  __device__ bool operator()(int x) const { return (x & 1) == 0; }
  __device__ bool operator()(float) const { return true; }  // no pattern takes it
};

// The memory that all plans of a type share.
template <class T>
struct Memory {
  T *in, *ours, *cub;
  std::uint32_t *keys, *count, *cub_count;
  T* mask;
};

// Writes CUB's result to memory.cub. Returns whether CUB has such a function.
template <class T>
cudaError_t cub_call(const LaunchPlan& plan, const Memory<T>& m, void* scratch, std::size_t& bytes) {
  const auto n = static_cast<std::int64_t>(plan.n);
  const auto has = [&](const char* word) { return plan.what.rfind(word, 0) == 0; };
  if (has("compact")) return cub::DeviceSelect::If(scratch, bytes, m.in, m.cub, m.cub_count, n, Above{});
  if (has("partition") || has("split"))
    return cub::DevicePartition::If(scratch, bytes, m.in, m.cub, m.cub_count, n, BitIsZero{});
  if (has("histogram"))
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, m.in, reinterpret_cast<unsigned*>(m.cub), 257,
                                               T{0}, T{256}, n);
  if (has("segmented")) return cub::DeviceScan::InclusiveSumByKey(scratch, bytes, m.keys, m.in, m.cub, n);
  if (has("radix")) return cub::DeviceRadixSort::SortKeys(scratch, bytes, m.in, m.cub, n);
  bytes = 1;
  return scratch == nullptr
             ? cudaSuccess
             : cudaMemcpyAsync(m.cub, m.in, plan.n * sizeof(T), cudaMemcpyDeviceToDevice, nullptr);
}

bool all_right = true;

template <class T>
bool is_right(const LaunchPlan& plan, const Memory<T>& m) {
  const auto has = [&](const char* word) { return plan.what.rfind(word, 0) == 0; };
  if (has("split") || has("convolve") || has("transpose")) return true;  // CUB has none; the tests check them
  std::uint64_t elements = has("histogram") ? 256 : plan.n;
  if (has("compact")) {
    std::uint32_t counts[2] = {};
    check(cudaMemcpy(&counts[0], m.count, 4, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&counts[1], m.cub_count, 4, cudaMemcpyDeviceToHost));
    elements = counts[0];
    if (counts[0] != counts[1]) return false;
  }
  return has("histogram")
             ? are_equal(reinterpret_cast<unsigned*>(m.ours), reinterpret_cast<unsigned*>(m.cub), elements)
             : are_equal(m.ours, m.cub, elements);
}

template <class T>
void time_plan(const std::string& folder, const LaunchPlan& plan, Keys keys, const Memory<T>& m,
               unsigned runs) {
  const auto has = [&](const char* word) { return plan.what.rfind(word, 0) == 0; };
  const Range range = has("histogram")   ? Range::bins
                      : has("radix")     ? Range::whole
                      : has("segmented") ? Range::signs
                                         : Range::ten;
  fill<<<1024, 256>>>(m.in, keys, range, plan.n);
  fill_segments<<<1024, 256>>>(m.keys, keys, plan.n);
  std::size_t bytes = 0;
  check(cub_call(plan, m, nullptr, bytes));
  void* scratch = nullptr;
  check(cudaMalloc(&scratch, std::max<std::size_t>(bytes, 1)));
  OurLaunches ours(
      folder, plan,
      {{"input", m.in}, {"output", m.ours}, {"keys", m.keys}, {"count", m.count}, {"mask", m.mask}});
  const Call cub{[&] { check(cub_call(plan, m, scratch, bytes)); }}, our{[&] { ours.launch(); }};
  cub.run();
  bool right = true;
  for (unsigned call = 0; call < 2; ++call) {  // the second finds what the first has left
    check(cudaMemset(m.ours, 0xA5, plan.n * sizeof(T)));
    our.run();
    right = right && is_right(plan, m);
  }
  if (!right)
    std::fprintf(stderr, "cub_patterns: %s of %s, %s, n = %llu: not what CUB gives\n", plan.what.c_str(),
                 plan.type.c_str(), name_of(keys), static_cast<unsigned long long>(plan.n));
  all_right = all_right && right;
  const std::vector<double> us = times_of(runs, {our, cub});
  std::printf("%s,%s,%s,%llu,%llu,%llu,%llu,%.3f,%.3f,%.3f\n", plan.what.c_str(), plan.type.c_str(),
              name_of(keys), static_cast<unsigned long long>(plan.n),
              static_cast<unsigned long long>(plan.group_size), static_cast<unsigned long long>(plan.rounds),
              static_cast<unsigned long long>(plan.groups_per_unit), us[0], us[1], us[1] / us[0]);
  std::fflush(stdout);
  check(cudaFree(scratch));
}

template <class T>
void time_type(const std::string& folder, const std::string& type, const std::vector<LaunchPlan>& plans,
               const std::vector<Keys>& distributions, unsigned runs) {
  std::uint64_t most = 0;
  for (const LaunchPlan& plan : plans)
    if (plan.type == type) most = std::max(most, plan.n);
  if (most == 0) return;
  Memory<T> m{};
  for (T** memory : std::vector<T**>{&m.in, &m.ours, &m.cub})
    check(cudaMalloc(memory, std::max<std::uint64_t>(most, 1024) * sizeof(T)));
  check(cudaMalloc(&m.keys, most * sizeof(std::uint32_t)));
  check(cudaMalloc(&m.mask, 64 * sizeof(T)));
  check(cudaMemset(m.mask, 0, 64 * sizeof(T)));
  for (std::uint32_t** memory : std::vector<std::uint32_t**>{&m.count, &m.cub_count})
    check(cudaMalloc(memory, sizeof(std::uint64_t)));
  for (const LaunchPlan& plan : plans) {
    if (plan.type != type) continue;
    const bool is_alike = plan.what.rfind("convolve", 0) == 0 || plan.what.rfind("transpose", 0) == 0;
    for (const Keys keys : distributions)
      if (!is_alike || keys == Keys::even) time_plan(folder, plan, keys, m, runs);
  }
  for (void* memory : std::vector<void*>{m.in, m.ours, m.cub, m.mask}) check(cudaFree(memory));
  for (void* memory : std::vector<void*>{m.keys, m.count, m.cub_count}) check(cudaFree(memory));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) fail("usage: cub_patterns FOLDER RUNS [even], where cub_launches has written FOLDER");
  const std::string folder = argv[1];
  const auto runs = static_cast<unsigned>(std::max(1, std::atoi(argv[2])));
  const std::vector<Keys> distributions =
      argc > 3 ? std::vector<Keys>{Keys::even} : std::vector<Keys>{Keys::even, Keys::skewed, Keys::sorted};
  check(cudaFree(nullptr));  // creates the context
  const std::vector<LaunchPlan> plans = read_plans(folder);
  std::printf("algorithm,type,keys,n,group_size,rounds,groups_per_unit,ours_us,cub_us,ratio\n");
  time_type<int>(folder, "int", plans, distributions, runs);
  time_type<float>(folder, "float", plans, distributions, runs);
  return all_right ? 0 : 1;
}
