// Segmented scan, one launch per step: a separate scan of each segment, for all segments at the same time.
//
// A head marks the beginning of a segment. In the launch for step s = 1, 2, 4 … an element adds the element at distance
// s before it, unless there is a head between them: then its sum is complete. The heads are combined like the sums, so
// in each step it is known whether there is a head among the combined elements.
// Costs: log n launches, each of which moves all elements and their heads.
// Watch: Hillis and Steele's scan with one more test: (f, a) ⊕ (g, b) = (f | g, g ? b : a ⊕ b) is also associative.
// Needs: any L. Segments are given by flags, or by keys: consecutive equal keys are a segment (heads launch).
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
