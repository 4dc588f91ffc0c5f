// Counts the 32-bit words that differ between two buffers. Each work-item counts the differences in its share.
//
// The lanes of a warp read adjacent words; on a CPU (CONTIGUOUS 1) each work-item reads a contiguous share.
#ifndef CONTIGUOUS
#define CONTIGUOUS 0
#endif

__kernel void count_differences(
    __global uint *restrict counts,
    __global const uint *restrict a,
    __global const uint *restrict b,
    ulong words)
{
    __global const uint4 *restrict a4 = (__global const uint4 *)a;
    __global const uint4 *restrict b4 = (__global const uint4 *)b;
    size_t vectors = words / 4;
#if CONTIGUOUS
    size_t share = (vectors + get_global_size(0) - 1) / get_global_size(0);
    size_t first = get_global_id(0) * share;
    size_t end = min(first + share, vectors);
    size_t step = 1;
#else
    size_t first = get_global_id(0);
    size_t end = vectors;
    size_t step = get_global_size(0);
#endif

    int4 differences = 0;  // −1 for each difference
    for (size_t i = first; i < end; i += step)
        differences += a4[i] != b4[i];
    uint count = -(differences.s0 + differences.s1 + differences.s2 + differences.s3);
    if (get_global_id(0) == 0)
        for (size_t i = vectors * 4; i < words; ++i)
            count += a[i] != b[i] ? 1 : 0;
    counts[get_global_id(0)] = count;
}
