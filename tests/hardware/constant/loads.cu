// One warp that loads from constant memory, the same addresses again and again: loads.cu TABLE ROW runs one
// row of the table that measure.py writes (bytes of a lane, mask, 32 byte offsets) and prints the cycles of
// kLoads loads and those of a run without them.
#include <cstdio>
#include <cstdlib>

constexpr int kWords = 4096, kLoads = 4096;
__constant__ __align__(16) unsigned words[kWords];

static void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

__device__ unsigned fold(unsigned value) { return value; }
__device__ unsigned fold(uint2 value) { return value.x ^ value.y; }
__device__ unsigned fold(uint4 value) { return value.x ^ value.y ^ value.z ^ value.w; }

// `step` is 0, which the compiler does not know: each load has an address of its own, but none waits for
// another's value. The first loads fill the cache and are not timed.
template <class T>
__device__ void load(const unsigned* offsets, unsigned mask, unsigned step, int loads, long long* cycles,
                     unsigned* out) {
  const unsigned lane = threadIdx.x;
  if ((mask >> lane & 1) == 0) return;
  const T* table = reinterpret_cast<const T*>(words);
  unsigned at = offsets[lane] / sizeof(T);
  unsigned all = fold(table[at]);
  at += step + (all & step);
  const long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < loads; i += 8) {
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      all ^= fold(table[at]);
      at += step;
    }
  }
  if (all == 12345) out[lane] = all;
  const long long end = clock64();
  cycles[lane] = end - begin;
}

__global__ void load_4(const unsigned* offsets, unsigned mask, unsigned step, int loads, long long* cycles,
                       unsigned* out) {
  load<unsigned>(offsets, mask, step, loads, cycles, out);
}
__global__ void load_8(const unsigned* offsets, unsigned mask, unsigned step, int loads, long long* cycles,
                       unsigned* out) {
  load<uint2>(offsets, mask, step, loads, cycles, out);
}
__global__ void load_16(const unsigned* offsets, unsigned mask, unsigned step, int loads, long long* cycles,
                        unsigned* out) {
  load<uint4>(offsets, mask, step, loads, cycles, out);
}

int main(int count, char** arguments) {
  if (count != 3) return 2;
  FILE* file = std::fopen(arguments[1], "r");
  if (!file) return 2;
  int bytes = 0;
  unsigned mask = 0, offsets[32];
  for (int row = 0; row <= std::atoi(arguments[2]); ++row) {
    if (std::fscanf(file, "%d %x", &bytes, &mask) != 2) return 2;
    for (unsigned& offset : offsets)
      if (std::fscanf(file, "%u", &offset) != 1) return 2;
  }
  std::fclose(file);
  static unsigned values[kWords];
  for (unsigned i = 0; i < kWords; ++i) values[i] = i;
  check(cudaMemcpyToSymbol(words, values, sizeof values), "cudaMemcpyToSymbol");
  unsigned *places = nullptr, *out = nullptr;
  long long* cycles = nullptr;
  check(cudaMalloc(&places, sizeof offsets), "cudaMalloc");
  check(cudaMalloc(&out, sizeof offsets), "cudaMalloc");
  check(cudaMalloc(&cycles, 32 * sizeof(long long)), "cudaMalloc");
  check(cudaMemcpy(places, offsets, sizeof offsets, cudaMemcpyHostToDevice), "cudaMemcpy");
  long long all[32], shown[2] = {0, 0};
  for (int run = 0; run < 2; ++run) {
    const int loads = run == 0 ? kLoads : 0;
    auto* kernel = bytes == 4 ? load_4 : bytes == 8 ? load_8 : load_16;
    check(cudaMemset(cycles, 0, 32 * sizeof(long long)), "cudaMemset");
    kernel<<<1, 32>>>(places, mask, 0, loads, cycles, out);
    check(cudaDeviceSynchronize(), "kernel");
    check(cudaMemcpy(all, cycles, sizeof all, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (long long value : all) shown[run] = value > shown[run] ? value : shown[run];
  }
  std::printf("%d %lld %lld\n", kLoads, shown[0], shown[1]);
  return 0;
}
