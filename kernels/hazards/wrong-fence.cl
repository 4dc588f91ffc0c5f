// Broken: the barriers have the wrong fence flag. CLK_GLOBAL_MEM_FENCE orders global memory; `scratch` is local.
//
// All work-items wait for each other, but their writes to local memory need not be visible to the others
// afterwards. barrier(0) is the same error.
//
// Watch: most devices order all memory at any barrier, so the sum is right there, but OpenCL does not guarantee it.
// Shows as: a data race in local memory, although there is a barrier between the two accesses.
// Seen in: https://github.com/JuliaGPU/oneAPI.jl/pull/587, https://github.com/preda/gpuowl/pull/270.
// Twin: hazards/wrong-fence-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_wrong_fence(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    uint g = get_global_id(0);
    int L = get_local_size(0);

    scratch[t] = g < n ? in[g] : IDENTITY;
    barrier(CLK_GLOBAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
