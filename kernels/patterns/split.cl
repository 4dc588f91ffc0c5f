// Split: all elements whose bit is 0 come first, then those whose bit is 1, both in their order.
//
// A step of a radix sort: splits by each bit, from the lowest to the highest, sort the array. The flag of an element is
// 1 if its bit is 0. The exclusive prefix sum of the flags is the place of each zero; the ones follow after all zeros,
// each offset by the number of ones before it, which is its index minus the number of zeros before it.
// Costs: one flag and one move for each element, and a scan of n flags.
// Watch: the scatter writes to two regions, in ascending order in each.
// Needs: the same L as its scan.
// Result: out[0] … out[n − 1].
// From: lecture slides on convolution and scan, "Typical applications of scan": radix sort.

#ifndef T
#define T int
#endif

__kernel void patterns_split_flags(
    __global uint *restrict flags,
    __global const T *restrict in,
    uint bit,
    uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        flags[i] = (in[i] >> bit & 1) == 0 ? 1 : 0;
}

__kernel void patterns_split(
    __global T *restrict out,
    __global const T *restrict in,
    __global const uint *restrict flags,
    __global const uint *restrict places,
    uint n)
{
    size_t i = get_global_id(0);
    if (i >= n)
        return;
    uint zeros = places[n - 1] + flags[n - 1];
    out[flags[i] ? places[i] : zeros + i - places[i]] = in[i];
}
