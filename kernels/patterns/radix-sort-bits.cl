// Radix sort by splits: one bit after another, from the lowest on, the elements whose bit is 0 move to the front.
//
// A split keeps the order of equal bits, so each one keeps what those before it have sorted. After the split by the
// highest bit all elements are sorted. Signed and floating-point elements are compared by bits that are ordered as they
// are: ORDERED(x).
// Costs: a split for each bit: a flag and a move an element, and a scan of n flags.
// Watch: as many passes over the array as a key has bits, each of several launches.
// Needs: nothing of L but what its scan needs.
// Result: out of the last split.
// From: lecture slides on convolution and scan, "Typical applications of scan": radix sort; G. E. Blelloch, "Prefix sums
// and their applications", 1990.

#ifndef T
#define T int
#endif
#ifndef ORDERED
#define ORDERED(x) ((uint)(x) ^ 0x80000000u)
#endif

__kernel void patterns_radix_sort_bits_flags(
    __global uint *restrict flags,
    __global const T *restrict in,
    uint bit,
    uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        flags[i] = (ORDERED(in[i]) >> bit & 1) == 0 ? 1 : 0;
}

__kernel void patterns_radix_sort_bits(
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
