// Hillis and Steele's scan in local memory, in place: two barriers a step.
//
// In step s = 1, 2, 4 … every element from s on adds the element at distance s before it. All must have
// read before any of them writes, so a barrier parts the reading from the writing, and another one the step from
// the next.
//
// Large arrays: each work-group also leaves the combination of its block in sums[group]; the host scans those with
// the same kernel, as often as it takes, and launches the second kernel to add them.
//
// Watch: without the barrier in the middle a work-item may read what its neighbour has just written, and an
// element comes in twice.
// Result: out, and sums[group]. The exclusive form gives each work-item its left neighbour's value.
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

// Adds what comes before a block to each of its elements; offsets[b] is the combination of all blocks before b.
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
