// Repaired: missing elements are replaced by the identity, so any n is allowed.
//
// x + 0, x * 1, min(x, infinity): the identity changes nothing, and the tree needs no other guard.
//
// Needs: L a power of two, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// Twin: hazards/not-a-power-of-two.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_not_a_power_of_two_repaired(
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
