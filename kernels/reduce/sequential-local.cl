// Sequential addressing in local memory: the active work-items stay consecutive.
//
// In step s = L/2, L/4 … 1 the first s work-items add the element at distance s. Whole warps become idle
// instead of single lanes, and consecutive work-items access consecutive words.
// Costs: each level of m elements in b = ⌈m / L⌉ blocks: T = log L, W = b (L − 1).
// Watch: no bank conflicts of 4-byte elements, and no divergence until less than a warp is active; but half of the
// work-items never add anything.
// Ids are int, not uint, so that t + s cannot wrap around: the compiler then increments an address instead of
// computing each address anew. With `restrict` this saved a seventh of the time where measured.
// Needs: L a power of two, and a commutative OP: x[t] is combined with x[t + s], not with its neighbour.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on parallel reduction, kernel 3; M. Harris, "Optimizing parallel reduction in CUDA".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_sequential_local(
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
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
