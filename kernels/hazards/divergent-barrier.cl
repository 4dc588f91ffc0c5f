// Broken: the barrier stands inside the branch that only the active half of the work-items takes.
//
// A barrier waits for all work-items of the group. Here those with t >= s never come, so the others wait for ever,
// or are let go at another barrier, or at none: what happens differs from device to device.
//
// Watch: already the first step has half of the work-group masked off when it arrives at the barrier.
// Shows as: barrier divergence: one work-item waits, another is masked off by the `if`.
// Met: https://github.com/openmm/openmm/pull/1209, https://forums.developer.nvidia.com/t/sdk-reduce-example/11503.
// Twin: hazards/divergent-barrier-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_divergent_barrier(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    uint g = get_global_id(0);
    int L = get_local_size(0);

    scratch[t] = g < n ? in[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s) {
            scratch[t] = OP(scratch[t], scratch[t + s]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
