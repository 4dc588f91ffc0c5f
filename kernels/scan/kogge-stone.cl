// Kogge and Stone's scan: a double buffer in local memory, so that one barrier a step is enough.
//
// The same additions as Hillis and Steele's, but each step reads one half of `scratch` and writes the other. Nobody
// overwrites what others still read, and the barrier between reading and writing is gone.
//
// Large arrays: each work-group also leaves the combination of its block in sums[group]; the host scans those with
// the same kernel, as often as it takes, and launches the second kernel to add them.
//
// Watch: half the barriers for twice the local memory; n log n - (n - 1) operations all the same.
// Result: out, and sums[group]. The exclusive form gives each work-item its left neighbour's value.
// From: lecture slides on convolution, reduction trees and scan, "double buffering".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void scan_kogge_stone(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict sums,
    __local T *restrict scratch,
    uint n,
    uint exclusive)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);
    uint L = get_local_size(0);
    uint from = 0, to = L;

    scratch[from + t] = g < n ? in[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = 1; s < L; s *= 2) {
        if (t >= s)
            scratch[to + t] = OP(scratch[from + t - s], scratch[from + t]);
        else
            scratch[to + t] = scratch[from + t];
        barrier(CLK_LOCAL_MEM_FENCE);

        uint swap = from;
        from = to;
        to = swap;
    }

    if (g < n)
        out[g] = !exclusive ? scratch[from + t] : t > 0 ? scratch[from + t - 1] : IDENTITY;
    if (t == L - 1)
        sums[get_group_id(0)] = scratch[from + t];
}

// Adds what comes before a block to each of its elements; offsets[b] is the combination of all blocks before b.
__kernel void scan_kogge_stone_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
