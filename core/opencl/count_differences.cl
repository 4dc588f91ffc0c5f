// How many of the 32-bit words of two buffers differ. Each work-item counts those of its share.
//
// The lanes of a warp take neighbouring words; on a CPU (CONTIGUOUS 1) each work-item takes one stretch.
#ifndef CONTIGUOUS
#define CONTIGUOUS 0
#endif

__kernel void count_differences(
    __global uint *restrict counts,
    __global const uint *restrict a,
    __global const uint *restrict b,
    ulong words)
{
#if CONTIGUOUS
    size_t share = (words + get_global_size(0) - 1) / get_global_size(0);
    size_t first = get_global_id(0) * share;
    size_t end = min(first + share, (size_t)words);
    size_t step = 1;
#else
    size_t first = get_global_id(0);
    size_t end = words;
    size_t step = get_global_size(0);
#endif

    uint count = 0;
    for (size_t i = first; i < end; i += step)
        count += a[i] != b[i] ? 1 : 0;
    counts[get_global_id(0)] = count;
}
