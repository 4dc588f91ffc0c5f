// Stream compaction: keep the elements that pass a test, in their order.
//
// The flag of an element is 1 if the element is kept, otherwise 0. The exclusive prefix sum of the flags is, for each
// kept element, the number of kept elements before it, which is its place in the result. Each work-item then moves its
// element there: every place is written exactly once.
// Costs: one flag and one move for each element, and a scan of n flags.
// Watch: flags, their scan, and the scatter, one launch after another; adjacent kept elements stay adjacent.
// Needs: the same L as its scan.
// Result: out[0] … out[count − 1]; count[0] is the number of kept elements.
// From: lecture slides on convolution and scan, "Typical applications of scan".

#ifndef T
#define T int
#endif
// The test for kept elements: build with -D KEEP(x)=… to change it.
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
