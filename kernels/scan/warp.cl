// One warp: 32 lanes scan their elements without a barrier for the work-group.
//
// The warps are independent: in step s = 1, 2 … 16 a lane adds the element at distance s before it. The lanes of a
// warp are synchronised by a barrier of the warp, which costs almost nothing.
//
// Large arrays: each warp also writes the total of its 32 elements to sums[warp]. The host scans the totals with the
// same kernel, on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / 32⌉ blocks: T = 5, W = 129 ⌈m / L⌉ L / 32.
// Watch: no barrier for the work-group if the device has warps of 32. But blocks of 32 elements need many levels. The
// scan of a block is built from this scan of a warp.
// Needs: L a multiple of 32.
// Result: out, and sums[warp]. The exclusive form writes the value of the left neighbour.
// From: lecture slides on parallel reduction and prefix sum, "prefix sum for one warp".

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

__kernel void scan_warp(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict sums,
    __local T *restrict scratch,
    uint n,
    uint exclusive)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);
    uint lane = t % 32;

    scratch[t] = g < n ? in[g] : IDENTITY;
    WARP_BARRIER();
    T sum = scan_of_warp(scratch, t, lane);

    if (g < n)
        out[g] = !exclusive ? sum : lane > 0 ? scratch[t - 1] : IDENTITY;
    if (lane == 31 && g - lane < n)
        sums[g / 32] = sum;
}

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
__kernel void scan_warp_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
