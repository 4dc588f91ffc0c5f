// Stream compaction: keep the elements that pass a test, in their order.
//
// A flag says of each element whether it stays: 1 or 0. The exclusive prefix sum of the flags is, for each element that
// stays, the number of those before it, so its place in the result. Each work-item then moves its element
// there: no place is written twice, and none is left empty.
// Costs: a flag and a move an element, and a scan of n flags.
// Watch: flags, their scan, and the scatter, one launch after another; neighbours that stay write to neighbours.
// Needs: nothing of L but what its scan needs.
// Result: out[0] … out[count − 1]; count[0] is how many there are.
// From: lecture slides on convolution and scan, "Typical applications of scan".

#ifndef T
#define T int
#endif
// Which elements stay: build with -D KEEP(x)=… to choose others.
#ifndef KEEP
#define KEEP(x) ((x) > 4)
#endif

__kernel void patterns_compact_flags(
    __global uint *restrict flags,
    __global const T *restrict in,
    uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        flags[i] = KEEP(in[i]) ? 1 : 0;
}

__kernel void patterns_compact(
    __global T *restrict out,
    __global uint *restrict count,
    __global const T *restrict in,
    __global const uint *restrict flags,
    __global const uint *restrict places,
    uint n)
{
    size_t i = get_global_id(0);
    if (i >= n)
        return;
    if (flags[i])
        out[places[i]] = in[i];
    if (i == n - 1)
        count[0] = places[i] + flags[i];
}
