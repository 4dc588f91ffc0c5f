// Broken: the tree in local memory without a barrier between its steps.
//
// In step s work-item t reads scratch[t + s], which work-item t + s wrote in the previous step. Nothing makes t wait
// for that write: it may read the old value, and a part of the input is missing from the sum.
//
// Watch: one warp in lockstep gives the right sum, so the kernel passes a test with a small work-group. With
// several warps the result depends on their order.
// Shows as: a data race (read after write) between two work-items at the line that adds.
// Seen in: https://github.com/vetter/shoc/issues/30; the assignment warns of it in section 3.3.3 (read-after-write).
// Twin: hazards/missing-barrier-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_missing_barrier(
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
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
