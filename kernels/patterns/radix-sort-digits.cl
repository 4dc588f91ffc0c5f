// Radix sort by digits: a pass over the array sorts by four bits at once.
//
// Each work-group counts how often each digit occurs in its block. The counts of all work-groups are scanned, digit by
// digit: the result is the place of the first element for each digit and work-group. Each work-group then sorts its
// block by the digit, with a split in local memory for each bit, and moves runs of equal digits to their places.
// Costs: for each digit two reads and one write per element, and a scan of 16 counts per work-group.
// Watch: a quarter of the passes of radix-sort-bits; neighbours in a sorted block are written to neighbouring places.
// Needs: the same L as its scan.
// Result: out of the last pass.
// From: N. Satish, M. Harris and M. Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009.

#ifndef T
#define T int
#endif
#ifndef ORDERED
#define ORDERED(x) ((uint)(x) ^ 0x80000000u)
#endif
#define DIGITS 16

uint digit_of(T x, uint shift, uint bits)
{
    return ORDERED(x) >> shift & ((1u << bits) - 1);
}

__kernel void patterns_radix_sort_digits_counts(
    __global uint *restrict counts,  // of digit d in group g at d * groups + g
    __global const T *restrict in,
    uint shift,
    uint bits,
    uint n)
{
    __local uint mine[DIGITS];
    size_t i = get_global_id(0);
    for (uint d = get_local_id(0); d < DIGITS; d += get_local_size(0))
        mine[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (i < n)
        atomic_inc(&mine[digit_of(in[i], shift, bits)]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint d = get_local_id(0); d < DIGITS; d += get_local_size(0))
        counts[d * get_num_groups(0) + get_group_id(0)] = mine[d];
}

// The inclusive scan of x over the work-group.
uint scan_of_group(uint x, __local uint *sums)
{
    uint t = get_local_id(0);
    sums[t] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < get_local_size(0); s *= 2) {
        uint left = t >= s ? sums[t - s] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[t] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[t];
}

__kernel void patterns_radix_sort_digits(
    __global T *restrict out,
    __global const T *restrict in,
    __global const uint *restrict places,
    __local T *restrict keys,
    __local uint *restrict sums,
    uint shift,
    uint bits,
    uint n)
{
    __local uint first[DIGITS];
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    size_t i = get_global_id(0);

    // Places beyond the end of the array count as ones and stay last.
    T x = in[min(i, (size_t)n - 1)];
    uint digit = i < n ? digit_of(x, shift, bits) : DIGITS - 1;
    for (uint b = 0; b < bits; ++b) {
        uint is_zero = (digit >> b & 1) == 0 ? 1 : 0;
        uint upto = scan_of_group(is_zero, sums);
        uint place = is_zero ? upto - 1 : sums[L - 1] + t - upto;
        barrier(CLK_LOCAL_MEM_FENCE);
        keys[place] = x;
        sums[place] = digit;
        barrier(CLK_LOCAL_MEM_FENCE);
        x = keys[t];
        digit = sums[t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    sums[t] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0 || digit != sums[t - 1])
        first[digit] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_group_id(0) * (size_t)L + t < n)
        out[places[digit * get_num_groups(0) + get_group_id(0)] + t - first[digit]] = x;
}
