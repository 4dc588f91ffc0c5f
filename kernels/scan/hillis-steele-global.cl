// Hillis and Steele's scan in global memory: one launch a step, between two buffers that take turns.
//
// In the launch for step s = 1, 2, 4 … every element from s on adds the element at distance s before it. All read
// what the last launch left, so the step must not write where others still read: hence the second buffer.
//
// Watch: log n launches that each move the whole array, and n log n - (n - 1) operations instead of n - 1.
// Result: `to` of the last launch. The exclusive form first moves every element one place on.
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

// For the exclusive form, before the first step: element g - 1 to place g.
__kernel void scan_hillis_steele_global_shift(
    __global T *restrict to,
    __global const T *restrict from,
    uint n)
{
    uint g = get_global_id(0);

    if (g < n)
        to[g] = g > 0 ? from[g - 1] : IDENTITY;
}
