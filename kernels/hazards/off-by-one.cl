// Broken: the guard uses <= instead of <.
//
// The elements are in[0] to in[n - 1]. Work-item n passes the guard and reads one element beyond the end.
//
// Watch: there is no error while n is a multiple of L, because work-item n does not exist. With n = 4096 and L = 256
// the second level has a work-item n: 16 elements for 256 work-items.
// Shows as: a read out of bounds, one past the end of `in`.
// Seen in: https://github.com/arrayfire/arrayfire/pull/2119.
// Twin: hazards/off-by-one-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_off_by_one(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    uint g = get_global_id(0);
    int L = get_local_size(0);

    scratch[t] = g <= n ? in[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
