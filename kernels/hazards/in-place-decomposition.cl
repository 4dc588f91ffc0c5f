// Broken: work-groups write their results to the start of the array that other work-groups still read.
//
// Work-group 1 writes a[1] at its end. If work-group 0 has not started yet, it reads that result as if it were an
// element of its block.
//
// Watch: right if the work-groups run one after another in order, as in a simulator and on many devices with few
// work-groups: run it with --order adversarial.
// Shows as: a data race (write after read) between two work-groups on the first elements of `a`.
// Seen in: GPU-computing assignment on reduction and scan, section 3.3.3 and figure 8.
// Twin: hazards/in-place-decomposition-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_in_place_decomposition(
    __global T *a,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    uint g = get_global_id(0);
    int L = get_local_size(0);

    scratch[t] = g < n ? a[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        a[get_group_id(0)] = scratch[0];
}
