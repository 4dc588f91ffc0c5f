// Broken: the barrier is inside the branch that only the active half of the work-items takes.
//
// A barrier waits for all work-items of the work-group. Those with t >= s never reach it. The others wait forever, or
// are released by another barrier, or do not wait at all: the behaviour is undefined and differs between devices.
//
// Watch: in the first step already, half of the work-group is masked off when the barrier is reached.
// Shows as: barrier divergence: one work-item waits, another is masked off by the `if`.
// Seen in: https://github.com/openmm/openmm/pull/1209, https://forums.developer.nvidia.com/t/sdk-reduce-example/11503.
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
