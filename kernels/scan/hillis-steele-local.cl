// Hillis and Steele's scan in local memory, in place: two barriers per step.
//
// In step s = 1, 2, 4 … every element from index s on adds the element at distance s before it. All
// work-items must have read before any of them writes: one barrier separates the reads from the writes, a second
// barrier separates this step from the next.
//
// Large arrays: each work-group also writes the total of its block to sums[group]. The host scans the totals with the
// same kernel, on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / L⌉ blocks: T = ⌈log L⌉, W = b (L ⌈log L⌉ − 2^⌈log L⌉ + 1).
// Watch: without the barrier in the middle, a work-item may read the value that another one has just written, and an
// element is counted twice.
// Result: out, and sums[group]. The exclusive form writes the value of the left neighbour.
// From: lecture slides on parallel reduction and prefix sum, "prefix sum in a block".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void scan_hillis_steele_local(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict sums,
    __local T *restrict scratch,
    uint n,
    uint exclusive)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);
    uint L = get_local_size(0);

    scratch[t] = g < n ? in[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = 1; s < L; s *= 2) {
        T before = IDENTITY;
        if (t >= s)
            before = scratch[t - s];
        barrier(CLK_LOCAL_MEM_FENCE);

        if (t >= s)
            scratch[t] = OP(before, scratch[t]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (g < n)
        out[g] = !exclusive ? scratch[t] : t > 0 ? scratch[t - 1] : IDENTITY;
    if (t == L - 1)
        sums[get_group_id(0)] = scratch[t];
}

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
__kernel void scan_hillis_steele_local_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
