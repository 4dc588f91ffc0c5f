// Interleaved addressing with a strided index: the tree of the divergent kernel, computed by different work-items.
//
// In step s = 1, 2, 4 … work-item t adds the pair at 2st and 2st + s, so the first L / 2s work-items do all
// the work. Each work-group reduces L elements to one; the host launches the kernel again on the results.
// Costs: each level of m elements in b = ⌈m / L⌉ blocks: T = log L, W = b (L − 1).
// Watch: no divergence until less than a warp is active. But consecutive lanes access words that are 2s apart,
// and lanes that access the same bank wait for each other. Their number grows until less than a warp is active.
// Needs: L a power of two. The order of operands is preserved, so OP only has to be associative.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on parallel reduction, kernel 2; M. Harris, "Optimizing parallel reduction in CUDA".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_strided_index(
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
        uint i = 2 * s * t;
        if (i < L)
            scratch[i] = OP(scratch[i], scratch[i + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
