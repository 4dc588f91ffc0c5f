// CUDA pasted into an OpenCL C file: one error for each construct, and nothing else.
#include <cuda_runtime.h>                           // error: OpenCL C has no <cuda_runtime.h>
__constant__ float weights[2] = {1, 2};             // error: CUDA's __constant__ is __constant in OpenCL C
__device__ int twice(int x) { return 2 * x; }       // error: OpenCL C has no __device__; remove this word before a function
__global__ void sum(                                // error: CUDA's __global__ is __kernel in OpenCL C
    float* out,                                     // error: CUDA's parameter float* is __global float* in OpenCL C, because a pointer argument of a kernel must have an address space
    const float* __restrict__ in,                   // error: CUDA's parameter const float* is __global const float*
    int n)
{
    __shared__ float s[256];                        // error: CUDA's __shared__ is __local in OpenCL C
    extern __shared__ float more[];                 // error: CUDA's extern __shared__ is an argument of the kernel, such as __local float* s, whose bytes the host passes to clSetKernelArg, in OpenCL C
    int t = threadIdx.x;                            // error: CUDA's threadIdx.x is get_local_id(0) in OpenCL C
    int g = t + blockIdx.y                          // error: CUDA's blockIdx.y is get_group_id(1) in OpenCL C
        * blockDim.z;                               // error: CUDA's blockDim.z is get_local_size(2) in OpenCL C
    int all = gridDim.x;                            // error: CUDA's gridDim.x is get_num_groups(0) in OpenCL C
    s[t] = g < n ? __ldg(in + g) : 0;               // error: CUDA's __ldg(p) is *p, where p is a __global const pointer, in OpenCL C
    more[t] = s[t];
    __syncthreads();                                // error: CUDA's __syncthreads() is barrier(CLK_LOCAL_MEM_FENCE) in OpenCL C
    float v = s[t];
    v += __shfl_down_sync(0xffffffff, v, 16);       // error: CUDA's __shfl_down_sync is sub_group_shuffle_down in OpenCL C
    v += __shfl_xor_sync(0xffffffff, v, 1, 32);     // error: CUDA's __shfl_xor_sync is sub_group_shuffle_xor in OpenCL C
    out[g] = v + weights[1] + twice(all) + max(t, n) + min(n, 3);
}
