// Names of CUDA that a file declares itself are its own.
typedef unsigned int uint32_t;
float atomicAdd(volatile __global float* p, float x) { return *p += x; }
#define __syncthreads() barrier(CLK_LOCAL_MEM_FENCE)
#define threadIdx_x get_local_id(0)
__kernel void own(__global float* a, int warpSize)
{
    uint32_t gridDim = 4;
    __syncthreads();
    atomicAdd(a, gridDim + warpSize);
    int shifted = warpSize << 2;
    a[1] = shifted < 3 ? threadIdx_x : 2;
}
