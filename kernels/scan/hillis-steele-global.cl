// Hillis and Steele's scan in global memory: one launch per step, with two buffers in alternation.
//
// In the launch for step s = 1, 2, 4 … every element from index s on adds the element at distance s before it. All
// work-items read the output of the previous launch; a second buffer keeps it from being overwritten too early.
// Costs: T = ⌈log n⌉, W = n ⌈log n⌉ − 2^⌈log n⌉ + 1.
// Watch: log n launches, each of which moves the whole array; n log n - (n - 1) operations instead of n - 1.
// Result: `to` of the last launch. For the exclusive form, every element is first moved by one position.
// From: GPU-computing assignment on reduction and scan, section 4.2.1 and figure 9; W. D. Hillis, G. L. Steele, "Data parallel algorithms".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void scan_hillis_steele_global(
    __global T *restrict to,
    __global const T *restrict from,
    uint s,
    uint n)
{
    uint g = get_global_id(0);

    if (g < n)
        to[g] = g >= s ? OP(from[g - s], from[g]) : from[g];
}

// For the exclusive form, before the first step: moves element g - 1 to position g.
__kernel void scan_hillis_steele_global_shift(
    __global T *restrict to,
    __global const T *restrict from,
    uint n)
{
    uint g = get_global_id(0);

    if (g < n)
        to[g] = g > 0 ? from[g - 1] : IDENTITY;
}
