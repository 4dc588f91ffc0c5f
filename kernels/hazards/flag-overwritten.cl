// Broken: no barrier at the end of the loop, so `first` is overwritten while other work-items still read it.
//
// Work-item 0 announces the next tile in `first`. In the next iteration it overwrites `first`, but a slower warp may not
// have read the previous value yet: that warp skips a tile, or sees the end too early and leaves the loop before the others.
//
// Watch: right with one warp; with several warps, warp 0 is in the next iteration while warp 1 is still in this one, and
// they arrive at different barriers.
// Shows as: a data race (write after read) on `first` and, with several warps, barrier divergence as a consequence.
// Seen in: https://github.com/arrayfire/arrayfire/pull/3535.
// Twin: hazards/flag-overwritten-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_flag_overwritten(
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
