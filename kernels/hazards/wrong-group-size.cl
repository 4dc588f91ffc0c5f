// Broken: written for work-groups of 512, but launched with other sizes.
//
// The tree starts at GROUP / 2, independent of the size that the host chose. In a smaller work-group, work-items read
// words of `scratch` that do not exist; in a larger one, the upper part is missing from the sum. Hosts often choose
// a different size, because many devices allow at most 256.
//
// Watch: right only with L = 512.
// Shows as: a read out of bounds in local memory at the line that adds (with L > 512: only as a wrong sum).
// Seen in: https://github.com/OxfordSKA/OSKAR/issues/51, https://github.com/KhronosGroup/OpenCL-SDK/pull/143.
// Twin: hazards/wrong-group-size-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

// The work-group size that the kernel assumes.
#define GROUP 512

__kernel void hazards_wrong_group_size(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    uint g = get_global_id(0);

    scratch[t] = g < n ? in[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = GROUP / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
