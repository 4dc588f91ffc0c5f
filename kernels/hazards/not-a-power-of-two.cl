// Broken: no guard for the elements that are missing in the last work-group.
//
// It is right only if every level fills its work-groups: n = L, L * L and so on. Any other n reads beyond the
// end of `in`, and arbitrary values are added to the sum.
//
// Watch: n = 1000 fails in the first level; n = 4096 with L = 256, both powers of two, in the second level, where 16
// elements are left for 256 work-items.
// Shows as: a read out of bounds, with the index and the size of the buffer.
// Seen in: https://github.com/diku-dk/futhark/issues/271, https://github.com/AdaptiveCpp/AdaptiveCpp/issues/1789,
// https://github.com/krrishnarraj/clpeak/issues/41.
// Twin: hazards/not-a-power-of-two-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_not_a_power_of_two(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    uint g = get_global_id(0);
    int L = get_local_size(0);

    scratch[t] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
