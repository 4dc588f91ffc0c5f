// Pairs, compacted: 2L elements in local memory; the active work-items stay consecutive.
//
// In the step with stride L, L/2 … 1 the first `stride` work-items add the element at distance `stride`. Whole
// warps become inactive together.
// Costs: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = log L + 1, W = b (2 L − 1).
// Watch: divergence only in the last steps, when less than a warp is active; no bank conflicts of 4-byte elements.
// Needs: L a power of two, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on convolution, reduction trees and scan, "a better strategy".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_pairs_compacted(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    size_t block = 2 * (size_t)L * get_group_id(0);

    scratch[t] = block + t < n ? in[block + t] : IDENTITY;
    scratch[L + t] = block + L + t < n ? in[block + L + t] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint stride = L; stride > 0; stride /= 2) {
        if (t < stride)
            scratch[t] = OP(scratch[t], scratch[t + stride]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
