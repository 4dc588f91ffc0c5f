// The part of OpenCL C that the catalogue's kernels use, expressed in CUDA, so that Nsight Compute can profile the same text. Kernels become device functions; make_cuda.py writes the entry points, which provide local memory.
#pragma once

#define __NV_CL_C_VERSION 120  // inline PTX is available, as in NVIDIA's OpenCL C

#define __kernel static __device__ __forceinline__
#ifdef AS_WRITTEN
// Every access of the source becomes one access of the machine code: none is removed, merged or moved.
#define __global volatile
#define __local volatile
#else
#define __global
#define __local
#endif
#define restrict __restrict__

typedef unsigned int uint;
typedef unsigned long ulong;

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2

static __device__ __forceinline__ void barrier(int) { __syncthreads(); }
static __device__ __forceinline__ size_t get_local_id(int) { return threadIdx.x; }
static __device__ __forceinline__ size_t get_group_id(int) { return blockIdx.x; }
static __device__ __forceinline__ size_t get_local_size(int) { return blockDim.x; }
static __device__ __forceinline__ size_t get_num_groups(int) { return gridDim.x; }
static __device__ __forceinline__ size_t get_global_id(int) {
  return static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
static __device__ __forceinline__ size_t get_global_size(int) {
  return static_cast<size_t>(gridDim.x) * blockDim.x;
}
