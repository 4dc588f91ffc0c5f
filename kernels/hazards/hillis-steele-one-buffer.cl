// Broken: Hillis and Steele's scan in one buffer with one barrier per step.
//
// In each step every work-item reads scratch[t - s], which work-item t - s overwrites in the same step. A work-item
// that is late reads the new value, and some elements are counted twice.
//
// Watch: one warp in lockstep reads before it writes, and the result is right. With several warps, the second warp
// reads the values that the first has written.
// Shows as: a data race (read and write in the same step) at the line that adds.
// Seen in: lecture slides on convolution, reduction trees and scan, "double buffering"; GPU-computing assignment on
// reduction and scan, section 4.2.1.
// Twin: hazards/hillis-steele-one-buffer-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_hillis_steele_one_buffer(
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
        if (t >= s)
            scratch[t] = OP(scratch[t - s], scratch[t]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (g < n)
        out[g] = !exclusive ? scratch[t] : t > 0 ? scratch[t - 1] : IDENTITY;
    if (t == L - 1)
        sums[get_group_id(0)] = scratch[t];
}

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
__kernel void hazards_hillis_steele_one_buffer_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
