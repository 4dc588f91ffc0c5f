// Broken: the last warp of the tree adds without barriers, because "a warp runs in lockstep anyway".
//
// This form dates from the time when that was true. All 32 lanes add in every step; the results of the upper lanes
// are not used. OpenCL does not guarantee lockstep: where lanes are scheduled independently (NVIDIA since Volta, CPUs),
// lane 0 may read scratch[16] before lane 16 has added scratch[48] to it.
//
// Watch: right in lockstep if the compiler keeps no sum in a register (no `volatile`); wrong with --schedule independent.
// Shows as: a data race between two lanes of one warp, on every device.
// Seen in: https://github.com/gwoltman/gpuowl/pull/81, https://github.com/gwoltman/gpuowl/pull/71; M. Harris,
// "Optimizing parallel reduction in CUDA", kernel 5.
// Twin: hazards/last-warp-repaired; reduce/unrolled has the fast form that states its assumptions.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

#ifndef L
#define L 256
#endif

// The number of lanes of the last warp that have a partner.
#define LAST (L < 64 ? L / 2 : 32)

__kernel void hazards_last_warp(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    uint t = get_local_id(0);
    size_t left = 2 * (size_t)L * get_group_id(0) + t;
    size_t right = left + L;

    T sum = left < n ? in[left] : IDENTITY;
    if (right < n)
        sum = OP(sum, in[right]);
    scratch[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = L / 2; s > 32; s /= 2) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    // One warp remains, and a warp runs in lockstep: no barrier, no `if` for each step.
    if (t < LAST) {
        if (L >= 64) scratch[t] = OP(scratch[t], scratch[t + 32]);
        if (L >= 32) scratch[t] = OP(scratch[t], scratch[t + 16]);
        if (L >= 16) scratch[t] = OP(scratch[t], scratch[t + 8]);
        if (L >= 8) scratch[t] = OP(scratch[t], scratch[t + 4]);
        if (L >= 4) scratch[t] = OP(scratch[t], scratch[t + 2]);
        if (L >= 2) scratch[t] = OP(scratch[t], scratch[t + 1]);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
