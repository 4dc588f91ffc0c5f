// The unrolled tree: L is known at build time, so no loop remains.
//
// Once 64 elements remain, only the first 32 work-items add, and they form one warp. A barrier for the warp is
// then sufficient; it costs far less than a barrier for the work-group.
// Costs: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = log L + min(1, max(0, m − L)), W = b (L − 1) + ⌊m / (2 L)⌋ L + max(0, m mod (2 L) − L).
// Watch: 6 of the barriers are gone, and so are the instructions of the loop. The lanes of a warp must still be
// synchronised explicitly: without the barriers of the warp the kernel works on some devices only, see
// hazards/last-warp.
// Needs: L a power of two up to 1024, the macro L set to it, and a commutative OP.
// Result: out[group], written by work-item 0 of each work-group.
// From: lecture slides on parallel reduction, kernel 5; GPU-computing assignment on reduction and scan, section 3.3.4.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

#ifndef L
#define L 256
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

__kernel void reduce_unrolled(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    uint t = get_local_id(0);
    size_t left = 2 * (size_t)L * get_group_id(0) + t;
    size_t right = left + L;

    T sum = left < n ? in[left] : IDENTITY;
    if (right < n)
        sum = OP(sum, in[right]);
    scratch[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

#if L >= 1024
    if (t < 512)
        scratch[t] = OP(scratch[t], scratch[t + 512]);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if L >= 512
    if (t < 256)
        scratch[t] = OP(scratch[t], scratch[t + 256]);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if L >= 256
    if (t < 128)
        scratch[t] = OP(scratch[t], scratch[t + 128]);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if L >= 128
    if (t < 64)
        scratch[t] = OP(scratch[t], scratch[t + 64]);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif

    // One warp remains.
#if L >= 64
    if (t < 32)
        scratch[t] = OP(scratch[t], scratch[t + 32]);
    WARP_BARRIER();
#endif
#if L >= 32
    if (t < 16)
        scratch[t] = OP(scratch[t], scratch[t + 16]);
    WARP_BARRIER();
#endif
#if L >= 16
    if (t < 8)
        scratch[t] = OP(scratch[t], scratch[t + 8]);
    WARP_BARRIER();
#endif
#if L >= 8
    if (t < 4)
        scratch[t] = OP(scratch[t], scratch[t + 4]);
    WARP_BARRIER();
#endif
#if L >= 4
    if (t < 2)
        scratch[t] = OP(scratch[t], scratch[t + 2]);
    WARP_BARRIER();
#endif
#if L >= 2
    if (t < 1)
        scratch[t] = OP(scratch[t], scratch[t + 1]);
    WARP_BARRIER();
#endif

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
