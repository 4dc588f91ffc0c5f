// Segmented scan, one launch a step: the scan of each segment by itself, for all segments at once.
//
// A head says where a segment begins. In the launch for step s = 1, 2, 4 … an element takes the element at distance s
// before it, unless a head lies between: then its sum is complete. A head travels with the sums, so that in each step an
// element knows whether one lies among all elements that it has combined.
// Costs: log n launches, each of which moves all elements and their heads.
// Watch: the scan of Hillis and Steele with one test more: (f, a) ⊕ (g, b) = (f | g, g ? b : a ⊕ b) is associative, too.
// Needs: nothing of L. Segments are given by flags, or by keys: equal keys that follow each other (heads launch).
// Result: `to` of the last launch. For the exclusive form, elements are first moved by one position.
// From: G. E. Blelloch, "Prefix sums and their applications", 1990; lecture slides on convolution and scan.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void patterns_segmented_scan_heads(
    __global uint *restrict heads,
    __global const uint *restrict keys,
    uint n)
{
    size_t g = get_global_id(0);
    if (g < n)
        heads[g] = g == 0 || keys[g] != keys[g - 1] ? 1 : 0;
}

// For the exclusive form, before the first step.
__kernel void patterns_segmented_scan_shift(
    __global T *restrict to,
    __global const T *restrict from,
    __global const uint *restrict heads,
    uint n)
{
    size_t g = get_global_id(0);
    if (g < n)
        to[g] = g == 0 || heads[g] ? IDENTITY : from[g - 1];
}

__kernel void patterns_segmented_scan(
    __global T *restrict to,
    __global uint *restrict to_heads,
    __global const T *restrict from,
    __global const uint *restrict from_heads,
    uint s,
    uint n)
{
    size_t g = get_global_id(0);
    if (g >= n)
        return;
    bool is_complete = g < s || from_heads[g];
    to[g] = is_complete ? from[g] : OP(from[g - s], from[g]);
    to_heads[g] = is_complete ? 1 : from_heads[g - s];
}
