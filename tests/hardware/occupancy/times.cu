// One kernel at different occupancies, limited by dynamic shared memory that it does not use: each work-item
// loads one word after the other, and the next address depends on the value, so a warp has one load of 128
// bytes under way. Prints a row for each configuration: the kernel's arithmetic, the launch, and the median
// time of `repeat` launches in ns. With the argument "once" each configuration is launched once, for the
// profiler.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// `in` holds zeros, which the compiler does not know. The arithmetic needs the value, in eight independent
// chains.
template <int kArithmetic>
__global__ void follow(const unsigned* in, unsigned n, float* out) {
  const unsigned stride = gridDim.x * blockDim.x;
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  float chains[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) chains[i] = static_cast<float>(at + i);
  unsigned sum = 0;
#pragma unroll 1
  while (at < n) {
    const unsigned value = in[at];
    const float x = __uint_as_float(value);
#pragma unroll
    for (int i = 0; i < kArithmetic; ++i) chains[i % 8] = fmaf(chains[i % 8], 0.999f, x);
    sum += value;
    at += stride + value;
  }
  float all = static_cast<float>(sum);
#pragma unroll
  for (int i = 0; i < 8; ++i) all += chains[i];
  if (all == 12345.678f) out[0] = all;
}

struct Setting {
  unsigned n = 1u << 28;
  int multiprocessors = 0;
  int most_shared = 0, shared_of_multiprocessor = 0, reserved = 0;
  bool once = false;
  const unsigned* in = nullptr;
  float* out = nullptr;
};

// The most dynamic shared memory of a group with which `groups` of them fit.
static int shared_for(const Setting& s, int groups) {
  const int each = s.shared_of_multiprocessor / groups - s.reserved;
  return std::min(each / 128 * 128, s.most_shared);
}

// `loads`: of each work-item; 0: as many groups as are resident, which share the whole array.
template <int kArithmetic>
void measure(const Setting& s, int group, int groups, int loads) {
  const int shared = shared_for(s, groups);
  check(cudaFuncSetAttribute(follow<kArithmetic>, cudaFuncAttributeMaxDynamicSharedMemorySize, s.most_shared),
        "cudaFuncSetAttribute");
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, follow<kArithmetic>, group, shared),
        "occupancy");
  const unsigned grid = loads == 0 ? static_cast<unsigned>(s.multiprocessors * resident)
                                   : s.n / static_cast<unsigned>(group * loads);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  for (int i = 0; i < (s.once ? 1 : 13); ++i) {
    check(cudaEventRecord(begin), "cudaEventRecord");
    follow<kArithmetic><<<grid, group, shared>>>(s.in, s.n, s.out);
    check(cudaGetLastError(), "launch");
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "kernel");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
    if (s.once || i >= 2) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  std::printf("%d,%d,%d,%d,%u,%u,%.0f\n", kArithmetic, group, shared, resident, grid, s.n,
              1e6 * static_cast<double>(times[times.size() / 2]));
  std::fflush(stdout);
}

int main(int count, char** arguments) {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  Setting s;
  s.once = count > 1 && std::strcmp(arguments[1], "once") == 0;
  s.multiprocessors = device.multiProcessorCount;
  s.most_shared = static_cast<int>(device.sharedMemPerBlockOptin);
  s.shared_of_multiprocessor = static_cast<int>(device.sharedMemPerMultiprocessor);
  s.reserved = static_cast<int>(device.reservedSharedMemPerBlock);
  unsigned* in = nullptr;
  check(cudaMalloc(&in, static_cast<size_t>(s.n) * sizeof(unsigned)), "cudaMalloc");
  check(cudaMemset(in, 0, static_cast<size_t>(s.n) * sizeof(unsigned)), "cudaMemset");
  check(cudaMalloc(&s.out, sizeof(float)), "cudaMalloc");
  s.in = in;
  if (!s.once) std::printf("arithmetic,group_size,local_bytes,resident_groups,grid_groups,elements,ns\n");
  const int warps[] = {1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64};
  for (int w : warps) measure<0>(s, 32 * std::min(w, 8), std::max(1, w / 8), 0);
  for (int w : warps) measure<256>(s, 32 * std::min(w, 8), std::max(1, w / 8), 0);
  for (int w : warps) measure<32>(s, 32 * std::min(w, 8), std::max(1, w / 8), 0);
  for (int w : warps) measure<0>(s, 32 * std::min(w, 8), std::max(1, w / 8), 64);
  return 0;
}
