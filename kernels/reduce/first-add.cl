// First add during load: each work-item combines two elements when it loads them into local memory.
//
// A work-group of L work-items reduces a block of 2L elements. Half as many work-groups are launched, and the
// step in which half of the work-items would be idle is gone. The remaining steps use sequential addressing.
// Each launch reads the output of the previous one. No launch works in place: a work-group could then overwrite
// elements that another work-group has not read yet.
// Costs: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = log L + min(1, max(0, m − L)), W = b (L − 1) + ⌊m / (2 L)⌋ L + max(0, m mod (2 L) − L).
// Watch: half as many work-groups, and no work-item is idle in the first step.
// Needs: L a power of two, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on parallel reduction, kernel 4; GPU-computing assignment on reduction and scan, section 3.3.3 and
// figure 8 (kernel decomposition).

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_first_add(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    int L = get_local_size(0);
    size_t left = 2 * (size_t)L * get_group_id(0) + t;
    size_t right = left + L;

    T sum = left < n ? in[left] : IDENTITY;
    if (right < n)
        sum = OP(sum, in[right]);
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
