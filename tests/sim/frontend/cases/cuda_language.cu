// CUDA C++ that is accepted as it stands.
#include <cstdio>
#include <cuda_runtime.h>
#include "helper_of_the_host.h"

#define COUNT 64
const int kBlock = 128;
constexpr float kScale = 2.5f;
static const unsigned kPrimes[3] = {2, 3, 5};
typedef unsigned long long Wide;
using Real = float;
enum class Mode : int { plain, fancy };
struct __align__(16) Aligned { int a, b; };
struct alignas(16) AlignedToo { int a, b; };
__global__ void uses_aligned(Aligned* a, AlignedToo* b) { a[0].a = b[0].b; }
enum Shade { dark, light = 4 };

__device__ int launches;
__constant__ float weights[COUNT];
extern __shared__ char bytes_of_launch[];

namespace util {
namespace deep {
template <typename T>
struct Pair {
  T first;
  int index = -1;
  static constexpr int kWidth = 4;
  using Value = T;
  __host__ __device__ Pair() : first(0) {}
  __host__ __device__ Pair(T f, int i) : first(f), index(i) {}
  __device__ bool operator<(const Pair& other) const { return first < other.first || (first == other.first && index < other.index); }
  __device__ Pair& operator+=(const Pair& other) {
    first += other.first;
    return *this;
  }
  __device__ T& operator[](int i) { return first; }
  __device__ operator T() const { return first; }
  template <class U>
  __device__ U as() const { return static_cast<U>(first); }

 private:
  struct Nested {
    int depth;
  };
};
}  // namespace deep
template <class T>
__device__ __forceinline__ void exchange(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
}  // namespace util

template <int K>
struct Factorial {
  enum { value = K * Factorial<K - 1>::value };
};
template <>
struct Factorial<0> {
  enum { value = 1 };
};

template <class T>
struct Shared {
  __device__ inline operator T*() {
    extern __shared__ int words[];
    return (T*)words;
  }
};
template <>
struct Shared<double> {
  __device__ inline operator double*() {
    extern __shared__ double doubles[];
    return doubles;
  }
};

struct Add {
  template <class T>
  __device__ T operator()(const T& a, const T& b) const { return a + b; }
};

__device__ float4 operator+(const float4& a, const float4& b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ float4 nothing() { return {}; }
__device__ auto twice(int x) { return 2 * x; }
__device__ auto half_of(int x) -> float { return x / 2.0f; }
__device__ int add(int a, int b = 10, int c = 100) { return a + b + c; }
__device__ float add(float a, float b) { return a + b; }
template <typename T>
__device__ T square(T x) { return x * x; }
template <>
__device__ float square<float>(float x) { return x * x * 1.0f; }

template <class T, class Op, int kWidth = 32>
__device__ T warp_total(T v, Op op) {
#pragma unroll
  for (int d = kWidth / 2; d > 0; d >>= 1) v = op(v, __shfl_down_sync(0xffffffffu, v, d, kWidth));
  return v;
}

template <typename T, unsigned int blockSize, bool isPowerOfTwo>
__global__ void __launch_bounds__(blockSize) reduce(const T* __restrict__ in, T* out, unsigned n) {
  T* room = Shared<T>();
  const unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * blockSize * 2 + t;
  T sum = T();
  for (; i < n; i += blockSize * 2 * gridDim.x) {
    sum += in[i];
    if (isPowerOfTwo || i + blockSize < n) sum += in[i + blockSize];
  }
  room[t] = sum;
  __syncthreads();
  if constexpr (blockSize >= 256) {
    if (t < 128) room[t] = sum = sum + room[t + 128];
    __syncthreads();
  } else {
    no_such_function(t);
  }
  if (t == 0) out[blockIdx.x] = room[0];
}

__global__ void kernel(const float* in, int* out, float4* v, float3* w, int n) {
  using P = util::deep::Pair<float>;
  using namespace util;
  __shared__ float tile[16][17];
  static __shared__ int counter;
  P best, other{1.0f, 2};
  for (auto i = int(threadIdx.x); i < n; i += blockDim.x) {
    P candidate(in[i], i);
    if (best.index < 0 || best < candidate) best = candidate;
  }
  best += other;
  best[0] = other.as<float>() + float(other) + best;
  auto cube = [] __device__(int x) { return x * x * x; };
  auto&& reference = out[threadIdx.x];
  auto counted = [&reference, n](int x) { return x + n; };
  auto kept = [=](int x) { return x + n + cube(x); };
  auto changed = [&] { reference += n; };
  changed();
  const int& constant = 3;
  int local = 1, global = 2, kernel = 3, half_float = 4;
  exchange(local, global);
  util::exchange<int>(kernel, local);
  reference = counted(1) + kept(2) + cube(3) + constant + add(1) + add(1, 2) + twice(kernel) + Factorial<5>::value + P::kWidth;
  reference += static_cast<int>(add(1.0f, 2.0f)) + (Mode::fancy == Mode::plain) + light + half_float + (int)half_of(3);
  reference += *reinterpret_cast<int*>(&best.first) + int(sizeof(P)) + int(3.7f) + (unsigned)global;
  v[threadIdx.x] = v[threadIdx.x] + float4{1, 2, 3, 4} + make_float4(kScale, weights[0], 0, 0);
  float3 a = w[threadIdx.x];
  a.x += square(1.5f) + square(2);
  w[threadIdx.x] = a;
  tile[threadIdx.y][threadIdx.x] = warp_total(in[0], Add()) + warp_total<float, Add, 16>(in[1], Add{});
  const uint3 here = blockIdx;
  if (threadIdx.x == 0 && here.x == dim3(0, 0, 0).x && dim3(2).y == 1) counter = 0;
  reference += counter + (int)nothing().x;
  int* nothing = nullptr;
  if (nothing == nullptr) atomicAdd(&launches, 1);
  typename P::Value plain = std::numeric_limits<float>::max();
  reference += std::min(local, 3) + max(1, 2) + (plain > 0 ? 1 >> 1 : 2 << 1) + kPrimes[1];
}

// The host's part is not read.
#include <vector>
class Timer {
  std::chrono::time_point<std::chrono::steady_clock> start_;
  virtual void stop() = 0;
};
template <typename T>
std::vector<T> filled(std::size_t n, T value) { return std::vector<T>(n, value); }
int main(int argc, char** argv) try {
  auto host = filled<float>(COUNT, 1.0f);
  std::cout << R"(text)" << 'x' << "\n";
  reduce<float, 256, true><<<dim3(2), 256, 256 * sizeof(float)>>>(nullptr, nullptr, COUNT);
  return 0;
} catch (...) {
  return 1;
}
