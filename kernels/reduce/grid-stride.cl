// Grid stride: a small number of work-items, each of which first sums its own share of the input.
//
// With p work-items in the grid, work-item g adds the elements g, g + p, g + 2p … sequentially. The tree of the
// work-group follows. With p = n / log n there are still Θ(log n) steps, and p times the number of steps is
// within a constant factor of the work of one processor: the reduction is cost-optimal.
// Costs: each level of m elements in b = ⌈⌈m / k⌉ / L⌉ blocks: T = ⌈m / (b L)⌉ + log L, W = m + b (L − 1).
// Watch: consecutive work-items read consecutive elements in every round, so all loads are coalesced. Most of
// the work is done with all lanes active and without barriers.
// Needs: L a power of two, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on parallel reduction, kernel 6; M. Harris, "Optimizing parallel reduction in CUDA".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_grid_stride(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    int L = get_local_size(0);
    size_t p = get_global_size(0);

    T sum = IDENTITY;
    for (size_t i = get_global_id(0); i < n; i += p)
        sum = OP(sum, in[i]);
    scratch[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
