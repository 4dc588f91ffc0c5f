// One block: each warp scans its own elements, then one warp scans the totals of the warps.
//
// 1. Each warp scans its 32 elements. 2. Its last lane writes the total of the warp to `scratch`. 3. The first warp
// scans these totals. 4. Every work-item adds the total of all warps before its own.
//
// Large arrays: each work-group also writes the total of its block to sums[group]. The host scans the totals with the
// same kernel, on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / L⌉ blocks: T = 10 + min(2, L − 32), W = b (134 L / 32 + 2 (L − 32)).
// Watch: the barriers: 3 instead of the 2 log L of Hillis and Steele's scan in local memory.
// Needs: L a multiple of 32, at most 1024: the totals of all warps must fit into one warp.
// Result: out, and sums[group].
// From: lecture slides on parallel reduction and prefix sum, "prefix sum for one block".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

// WARP: number of work-items that the device executes in lockstep, set by the host; 1 without such a guarantee.
// A barrier for 32 work-items uses PTX or sub-groups if available, otherwise the work-group barrier.
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

// Scans the 32 elements of the work-item's warp; `lane` is the position of the work-item within its warp.
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

    // All warps take part, because WARP_BARRIER may be a work-group barrier; only the result of the first warp counts.
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

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
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
