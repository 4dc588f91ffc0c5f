// Kogge and Stone's scan: a double buffer in local memory, so one barrier per step is sufficient.
//
// The additions are those of Hillis and Steele's scan, but each step reads one half of `scratch` and writes the other.
// No work-item overwrites a value that others still read, so no barrier is needed between reading and writing.
//
// Large arrays: each work-group also writes the total of its block to sums[group]. The host scans the totals with the
// same kernel, on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / L⌉ blocks: T = ⌈log L⌉, W = b (L ⌈log L⌉ − 2^⌈log L⌉ + 1).
// Watch: half as many barriers for twice the local memory; still n log n - (n - 1) operations.
// Result: out, and sums[group]. The exclusive form writes the value of the left neighbour.
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

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
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
