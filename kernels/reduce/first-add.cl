// First add during load: each work-item combines two elements while it brings them to local memory.
//
// A work-group of L takes a block of 2L elements, so half as many work-groups are launched, and the step in
// which half of the work-items would only watch is gone. What is left is sequential addressing.
// What one launch writes the next one reads: no level works in place, where a group would overwrite what another
// still has to read.
//
// Watch: half the work-groups, and none of their work-items is idle in the first step.
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
