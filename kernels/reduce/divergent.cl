// Interleaved addressing, divergent: the reduction tree written down directly.
//
// In step s = 1, 2, 4 … every work-item whose id is a multiple of 2s adds the element at distance s on its
// right. Each work-group reduces L elements to one; the host launches the kernel again on the results.
// Costs: each level of m elements in b = ⌈m / L⌉ blocks: T = log L, W = b (L − 1).
// Watch: the active work-items are spread over the warps, so in each step every warp with an active one diverges.
// The operator `%` is slow. Local memory has no bank conflicts with 4-byte elements.
// Needs: L a power of two. The order of operands is preserved, so OP only has to be associative.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on parallel reduction, kernel 1; M. Harris, "Optimizing parallel reduction in CUDA".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_divergent(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);
    uint L = get_local_size(0);

    scratch[t] = g < n ? in[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = 1; s < L; s *= 2) {
        if (t % (2 * s) == 0)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
