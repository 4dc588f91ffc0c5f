// Repaired: work-items beyond the end of the array do not return; they only skip the load and the additions.
//
// Every work-item reaches every barrier; the condition `g + s < n` keeps missing elements out of the tree.
//
// Needs: L a power of two, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// Twin: hazards/early-return.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_early_return_repaired(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    size_t g = get_global_id(0);
    int L = get_local_size(0);

    if (g < n)
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
