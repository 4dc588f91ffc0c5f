// Histogram with private bins: each work-group counts in local memory, then adds its counts to the result.
//
// The output is replicated: the work-items of a work-group increment private bins in local memory, where atomic
// operations are cheap, and only `count` increments of a work-group reach global memory. Adding the private bins is a
// reduction, here by atomic additions.
// Costs: one atomic operation on local memory per element; `count` on global memory per work-group.
// Watch: atomic operations on global memory, compared with histogram-global-atomics.
// Needs: whole numbers; an element belongs to bin (its value modulo the number of bins). At most L bins.
// Result: bins[b] is the number of elements that belong to bin b.
// From: lecture slides on convolution and scan, "Reduction enables other techniques": privatization.

#ifndef T
#define T int
#endif

__kernel void patterns_histogram_privatised(
    __global uint *restrict bins,
    __global const T *restrict in,
    __local uint *restrict mine,
    uint count,
    uint n)
{
    uint t = get_local_id(0);
    mine[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&mine[(uint)in[i] % count]);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t < count)
        atomic_add(&bins[t], mine[t]);
}
