// Split: all elements whose bit is 0 come first, then those whose bit is 1, both in their order.
//
// A step of a radix sort; done for each bit, from the lowest on, it sorts. The flag of an element is 1 where its bit is 0.
// The exclusive prefix sum of the flags is the place of the zeros; a one goes behind all zeros, as far as there
// are ones before it: its own index, less the zeros before it.
// Costs: a flag and a move an element, and a scan of n flags.
// Watch: the scatter writes to two places that both advance.
// Needs: nothing of L but what its scan needs.
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
