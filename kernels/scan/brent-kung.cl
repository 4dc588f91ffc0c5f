// Brent and Kung's scan: the work-efficient tree in inclusive form; 2L elements by L work-items.
//
// The up-sweep is a reduction in place; after it, the last element of each tree that starts at element 0 holds its
// prefix. The second phase adds prefixes to the elements half a stride to the right, from large to small strides.
//
// Large arrays: each work-group also writes the total of its block to sums[group]. The host scans the totals with the
// same kernel, on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = 2 log L + 1, W = b (4 L − 3 − log L).
// Watch: 2 (n - 1) - log n operations, no identity, no swap; twice as many steps as Kogge and Stone's scan.
// Needs: L a power of two, and local memory for 2L elements. OP only has to be associative.
// Result: out, and sums[group]. The exclusive form writes the value of the left neighbour.
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

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
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
