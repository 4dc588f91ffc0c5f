// Brent and Kung's scan: the work-efficient tree in inclusive form; 2L elements by L work-items.
//
// The up-sweep is a reduction in place, after which every place that a tree reaches holds its prefix. The second phase
// adds those prefixes to the places half a stride further on, from large strides to small ones.
//
// Large arrays: each work-group also leaves the combination of its block in sums[group]; the host scans those with
// the same kernel, as often as it takes, and launches the second kernel to add them.
//
// Watch: 2 (n - 1) - log n operations, no identity, no swap; twice the steps of Kogge and Stone's.
// Needs: L a power of two, and local memory for 2L elements. Any associative OP will do.
// Result: out, and sums[group]. The exclusive form gives each place its left neighbour's value.
// From: lecture slides on convolution, reduction trees and scan (announced for the next lecture); R. P. Brent, H. T. Kung,
// "A regular layout for parallel adders".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void scan_brent_kung(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict sums,
    __local T *restrict scratch,
    uint n,
    uint exclusive)
{
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    size_t block = 2 * (size_t)L * get_group_id(0);

    scratch[t] = block + t < n ? in[block + t] : IDENTITY;
    scratch[L + t] = block + L + t < n ? in[block + L + t] : IDENTITY;

    for (uint s = 1; s <= L; s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint i = 2 * s * (t + 1) - 1;
        if (i < 2 * L)
            scratch[i] = OP(scratch[i - s], scratch[i]);
    }

    for (uint s = L / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint i = 2 * s * (t + 1) - 1;
        if (i + s < 2 * L)
            scratch[i + s] = OP(scratch[i], scratch[i + s]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = t; i < 2 * L; i += L)
        if (block + i < n)
            out[block + i] = !exclusive ? scratch[i] : i > 0 ? scratch[i - 1] : IDENTITY;
    if (t == 0)
        sums[get_group_id(0)] = scratch[2 * L - 1];
}

// Adds what comes before a block to each of its elements; offsets[b] is the combination of all blocks before b.
__kernel void scan_brent_kung_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
