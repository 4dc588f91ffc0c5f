// One grid: work-items, warps, blocks, and blocks of blocks; each level scans the totals of the level below.
//
// Each work-item first scans 4 elements sequentially, as in the cost-optimal scan. Then the block is scanned as in
// scan/block, and its total goes to block_results[group]. The host scans the totals with the same kernel,
// on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / (4 L)⌉ blocks: T = 18 + min(1, L − 32), W = b (9 L − 32 + 134 L / 32).
// Watch: a quarter of the work-items, a quarter of the trees and their barriers, and far fewer levels. But
// consecutive work-items start 4 elements apart, so each load of a warp touches four times as many segments.
// Needs: L a multiple of 32, at most 1024: the totals of all warps must fit into one warp.
// Result: out, and block_results[group].
// From: lecture slides on parallel reduction and prefix sum, "prefix sum for one grid".

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

#define ITEMS 4

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

// Returns the combination of the x of all work-items before this one; *total becomes the total of the work-group.
T scan_of_block(__local T *scratch, T x, T *total)
{
    uint t = get_local_id(0);
    uint lane = t % 32;
    uint warp = t / 32;
    uint warps = get_local_size(0) / 32;

    scratch[t] = x;
    WARP_BARRIER();
    T sum = scan_of_warp(scratch, t, lane);
    T before = lane > 0 ? scratch[t - 1] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lane == 31)
        scratch[warp] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    T of_warp = t < warps ? scratch[t] : IDENTITY;
    for (uint s = 1; s < 32; s *= 2) {
        T left = t >= s && t < warps ? scratch[t - s] : IDENTITY;
        WARP_BARRIER();
        if (t < warps)
            scratch[t] = of_warp = OP(left, of_warp);
        WARP_BARRIER();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    *total = scratch[warps - 1];
    return warp > 0 ? OP(scratch[warp - 1], before) : before;
}

__kernel void scan_grid(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict block_results,
    __local T *restrict scratch,
    uint n,
    uint exclusive)
{
    size_t first = ITEMS * (size_t)get_global_id(0);

    T x[ITEMS];
    T sum = IDENTITY;
    for (uint k = 0; k < ITEMS; k++) {
        x[k] = first + k < n ? in[first + k] : IDENTITY;
        sum = OP(sum, x[k]);
    }

    T total;
    T before = scan_of_block(scratch, sum, &total);

    for (uint k = 0; k < ITEMS; k++) {
        T with = OP(before, x[k]);
        if (first + k < n)
            out[first + k] = exclusive ? before : with;
        before = with;
    }
    if (get_local_id(0) == 0)
        block_results[get_group_id(0)] = total;
}

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
__kernel void scan_grid_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
