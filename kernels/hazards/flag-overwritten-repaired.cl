// Repaired: a barrier at the end of the loop: all work-items have read `first` before it is written again.
//
// Each iteration needs two barriers: one after the write by work-item 0, and one after the last read.
//
// Watch: the loop ends for all work-items in the same iteration, because all read the same value of `first`.
// Needs: L a power of two, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// Twin: hazards/flag-overwritten.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_flag_overwritten_repaired(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    int L = get_local_size(0);
    __local size_t first;  // index of the first element of the current tile
    T sum = IDENTITY;

    for (size_t tile = get_group_id(0);; tile += get_num_groups(0)) {
        if (t == 0)
            first = tile * L;
        barrier(CLK_LOCAL_MEM_FENCE);

        if (first >= n)
            break;
        if (first + t < n)
            sum = OP(sum, in[first + t]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
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
