// Broken: work-items beyond the end of the array return before the barrier.
//
// This is the usual guard, and without barriers it would be right. But a barrier waits for all work-items of
// the work-group, and the work-items that have returned never reach it.
//
// Watch: only the last work-group of a level is affected, if it is not full. With n = 4096 and L = 256 this is the
// second level: 16 elements for 256 work-items.
// Shows as: barrier divergence: one work-item waits, another has already returned.
// Seen in: https://github.com/lammps/lammps/pull/3003, https://github.com/acts-project/traccc/pull/137,
// https://forums.developer.nvidia.com/t/barrier-and-return-ing-work-items/22387.
// Twin: hazards/early-return-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_early_return(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    size_t g = get_global_id(0);
    int L = get_local_size(0);

    if (g >= n)
        return;
    scratch[t] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s && g + s < n)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
