// Declarations that nvcc predefines, without definitions, for a C++ compiler that only parses the forms.
#pragma once
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>

#define __global__
#define __device__
#define __shared__
#define __constant__
#define __launch_bounds__(n)
#define __align__(n) __attribute__((aligned(n)))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define VECTORS(T)                                     \
  struct T##2 {                                        \
    T x, y;                                            \
  };                                                   \
  struct T##4 {                                        \
    T x, y, z, w;                                      \
  };                                                   \
  inline T##2 make_##T##2(T x, T y) { return {x, y}; } \
  inline T##4 make_##T##4(T x, T y, T z, T w) { return {x, y, z, w}; }
// clang-format off
VECTORS(char) VECTORS(uchar) VECTORS(short) VECTORS(ushort) VECTORS(int) VECTORS(uint)
VECTORS(long) VECTORS(ulong) VECTORS(float) VECTORS(double);
// clang-format on
#undef VECTORS

struct Place {
  unsigned x, y, z;
};
extern const Place threadIdx, blockIdx, blockDim, gridDim;
extern const int warpSize;

void __syncthreads();
int __syncthreads_and(int);
int __syncthreads_or(int);
void __syncwarp(unsigned = 0xffffffff);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
unsigned __ballot_sync(unsigned, int);
int __any_sync(unsigned, int);
int __all_sync(unsigned, int);
template <class T>
T __shfl_sync(unsigned, T, int);
template <class T>
T __shfl_up_sync(unsigned, T, unsigned);
template <class T>
T __shfl_down_sync(unsigned, T, unsigned);
template <class T>
T __shfl_xor_sync(unsigned, T, int);
int __popcll(unsigned long long);
int __clzll(long long);
float __expf(float);
float __fdividef(float, float);

#define ATOMIC(name)   \
  int name(int*, int); \
  unsigned name(unsigned*, unsigned);
// clang-format off
ATOMIC(atomicAdd) ATOMIC(atomicSub) ATOMIC(atomicExch) ATOMIC(atomicMin) ATOMIC(atomicMax) ATOMIC(atomicAnd)
ATOMIC(atomicOr) ATOMIC(atomicXor);
// clang-format on
#undef ATOMIC
int atomicCAS(int*, int, int);
unsigned atomicCAS(unsigned*, unsigned, unsigned);

using std::max;
using std::min;
