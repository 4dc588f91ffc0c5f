// One block: warps scan their own elements, then one warp scans what the warps come to.
//
// 1. each warp scans its 32 elements; 2. its last lane puts the warp's combination into `scratch`; 3. the first
// warp scans those; 4. every work-item adds what comes before its warp. Three barriers, however large L is.
//
// Large arrays: each work-group also leaves the combination of its block in sums[group]; the host scans those with
// the same kernel, as often as it takes, and launches the second kernel to add them.
//
// Watch: the barriers: 3 instead of 2 log L of Hillis and Steele's scan in local memory.
// Needs: L a multiple of 32, at most 1024: one warp must be enough for the warps.
// Result: out, and sums[group].
// From: lecture slides on parallel reduction and prefix sum, "prefix sum for one block".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

// WARP: how many work-items the device runs in lockstep, as the host knows it; 1 where it promises nothing.
// A barrier for 32 of them is whatever the device has: PTX, sub-groups, or else one for the whole work-group.
#ifndef WARP
#define WARP 1
#endif
#if WARP >= 32 && defined(__NV_CL_C_VERSION)
#define WARP_BARRIER() asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")
#elif WARP >= 32 && defined(cl_khr_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define WARP_BARRIER() sub_group_barrier(CLK_LOCAL_MEM_FENCE)
#else
#define WARP_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#endif

// Scans the 32 elements of the work-item's warp, which are `lane` places after the first of them.
T scan_of_warp(__local T *scratch, uint i, uint lane)
{
    for (uint s = 1; s < 32; s *= 2) {
        T before = lane >= s ? scratch[i - s] : IDENTITY;
        WARP_BARRIER();
        if (lane >= s)
            scratch[i] = OP(before, scratch[i]);
        WARP_BARRIER();
    }
    return scratch[i];
}

__kernel void scan_block(
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
    uint lane = t % 32;
    uint warp = t / 32;

    T x = g < n ? in[g] : IDENTITY;
    scratch[t] = x;
    WARP_BARRIER();
    T sum = scan_of_warp(scratch, t, lane);
    T before = lane > 0 ? scratch[t - 1] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lane == 31)
        scratch[warp] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    // All warps go along, for a device may have only the work-group's barrier; the first one's result counts.
    uint warps = L / 32;
    T of_warp = t < warps ? scratch[t] : IDENTITY;
    for (uint s = 1; s < 32; s *= 2) {
        T left = t >= s && t < warps ? scratch[t - s] : IDENTITY;
        WARP_BARRIER();
        if (t < warps)
            scratch[t] = of_warp = OP(left, of_warp);
        WARP_BARRIER();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (warp > 0) {
        sum = OP(scratch[warp - 1], sum);
        before = OP(scratch[warp - 1], before);
    }
    if (g < n)
        out[g] = exclusive ? before : sum;
    if (t == L - 1)
        sums[get_group_id(0)] = sum;
}

// Adds what comes before a block to each of its elements; offsets[b] is the combination of all blocks before b.
__kernel void scan_block_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
