// Pairs, interleaved: 2L elements in local memory, one pair for each work-item.
//
// In the step with stride 1, 2, 4 … L each work-item whose id is a multiple of the stride adds the element at
// 2t + stride to the element at 2t. The tree is that of the divergent reduction with one more level.
// Costs: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = log L + 1, W = b (2 L − 1).
// Watch: in the first step all work-items add; after it, every warp with an active one diverges.
// Needs: L a power of two. The order of operands is preserved, so OP only has to be associative.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on convolution, reduction trees and scan, "sum reduction example".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_pairs_interleaved(
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

    for (uint stride = 1; stride <= L; stride *= 2) {
        if (t % stride == 0)
            scratch[2 * t] = OP(scratch[2 * t], scratch[2 * t + stride]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
