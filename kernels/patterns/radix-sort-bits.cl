// Radix sort by splits: one bit after another, starting with the lowest, the elements whose bit is 0 move to the front.
//
// A split keeps the order of elements with equal bits, so each split preserves the order of the previous splits. After
// the split by the highest bit all elements are sorted. ORDERED(x) maps signed and floating-point elements to bits with
// the same order.
// Costs: a split for each bit: one flag and one move for each element, and a scan of n flags.
// Watch: one pass over the array for each bit of a key, each with several launches.
// Needs: the same L as its scan.
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
