// Repaired: the last six steps have barriers like all others.
//
// The tree continues to s = 1 with `if (t < s)` and a barrier in each step. That costs up to 6 barriers more than the
// broken form; if they matter, use a barrier of the warp, as reduce/unrolled does.
//
// Needs: L a power of two, the macro L set to it, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// Twin: hazards/last-warp.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

#ifndef L
#define L 256
#endif

__kernel void hazards_last_warp_repaired(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    uint t = get_local_id(0);
    size_t left = 2 * (size_t)L * get_group_id(0) + t;
    size_t right = left + L;

    T sum = left < n ? in[left] : IDENTITY;
    if (right < n)
        sum = OP(sum, in[right]);
    scratch[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = L / 2; s > 0; s /= 2) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
