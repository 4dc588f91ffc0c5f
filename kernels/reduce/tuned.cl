// Tuned: limited only by memory bandwidth.
//
// The additions cost almost nothing; the remaining gain is in the memory accesses. A work-item issues the
// loads of ROUNDS vectors of v elements before it combines the first of them, so many loads are in flight at once.
// The grid has just enough work-groups to fill the device, and each loops over a stretch of the array. The lanes of a
// warp then exchange their sums by shuffles, without local memory, and the work-group that finishes last combines the
// partial results of all work-groups: one launch for any n.
// Costs: T = v ⌈⌊n / v⌋ / (g L)⌉ + ⌈n mod v / (g L)⌉ + v − 1 + ⌈g / L⌉ + 2 log L, W = n + (v − 1) g L + g + (g + 1) (L log w + L / w − 1).
// Watch: hardly any barriers, and no idle lanes until the input is read; v elements for each load instruction (four, or
// two of 8 bytes), and every transaction is full.
// Needs: L a power of two, and a commutative OP. The single launch needs atomics that order the writes of other
// work-groups (OpenCL 2.0, or 3.0 if the device has them): the acquire-release on the counter makes all partial
// results visible to the last work-group, which never waits. Without them (DEVICE_ATOMICS 0), each work-group
// writes out[group], and the host launches the kernel again on these results. The last work-group resets the counter,
// so the host need not clear it for the next run.
// Result: out[0].
// From: M. Harris, "Optimizing parallel reduction in CUDA", kernel 7; D. Merrill, CUB's DeviceReduce.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

#ifndef WIDTH  // elements of a vector: 4, or 2 of 8 bytes, since a lane loads at most 16 bytes at once; 1: no vectors
#define WIDTH 4
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef DEVICE_ATOMICS
#define DEVICE_ATOMICS 0
#endif
#if DEVICE_ATOMICS  // 64-bit atomics must be enabled
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif

#define JOIN_TEXTS(a, b) a##b
#define JOIN(a, b) JOIN_TEXTS(a, b)
#define ATOMIC_T JOIN(atomic_, T)
#if WIDTH == 1
#define VECTOR T
#else
#define VECTOR JOIN(T, WIDTH)
#endif

// LANES: number of work-items that exchange values directly: by PTX on NVIDIA devices, by sub-group functions
// if the host knows the sub-group size (WARP); otherwise 1.
#ifndef WARP
#define WARP 1
#endif
#if WARP == 32 && defined(__NV_CL_C_VERSION)
#define LANES 32
T from_lane_above(T x, uint distance)
{
    union { T value; uint words[sizeof(T) / 4]; } u = { x };
    for (uint k = 0; k < sizeof(T) / 4; ++k)
        asm volatile("shfl.sync.down.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(u.words[k]) : "r"(distance));
    return u.value;
}
#elif WARP > 1 && defined(cl_khr_subgroup_shuffle_relative)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#define LANES WARP
#define from_lane_above(x, distance) sub_group_shuffle_down(x, distance)
#else
#define LANES 1
#define from_lane_above(x, distance) (x)
#endif

#if WIDTH == 4
#define TOTAL_OF(v) OP(OP(v.s0, v.s1), OP(v.s2, v.s3))
#elif WIDTH == 2
#define TOTAL_OF(v) OP(v.s0, v.s1)
#else
#define TOTAL_OF(v) v
#endif

// The combination of x over all work-items of the work-group; valid only in work-item 0.
T total_of_group(T x, __local T *scratch)
{
    uint t = get_local_id(0);

    for (uint s = LANES / 2; s > 0; s /= 2)
        x = OP(x, from_lane_above(x, s));
    if (t % LANES == 0)
        scratch[t / LANES] = x;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = get_local_size(0) / LANES / 2; s > 0; s /= 2) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return scratch[0];
}

__kernel void reduce_tuned(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n
#if DEVICE_ATOMICS
    , __global ATOMIC_T *partial  // one element for each work-group
    , __global atomic_uint *finished  // 0 before and after a run
#endif
    )
{
    uint t = get_local_id(0);
    size_t L = get_local_size(0);
    __global const VECTOR *restrict vectors_in = (__global const VECTOR *)in;
    size_t vectors = n / WIDTH;
    size_t block = L * ROUNDS;
    size_t whole = vectors / (get_num_groups(0) * block) * (get_num_groups(0) * block);

    // Every work-group processes the same number of whole blocks: those of one contiguous stretch, with contiguous
    // pages and cache lines.
    size_t stretch = whole / get_num_groups(0);
    size_t first = get_group_id(0) * stretch;
    VECTOR sums = (VECTOR)(IDENTITY);
    for (size_t i = first + t; i < first + stretch; i += block) {
        VECTOR x[ROUNDS];
        #pragma unroll
        for (uint r = 0; r < ROUNDS; ++r)
            x[r] = vectors_in[i + r * L];
        #pragma unroll
        for (uint r = 0; r < ROUNDS; ++r)
            sums = OP(sums, x[r]);
    }
    // The remaining vectors, then the remaining elements that do not fill a vector.
    for (size_t i = whole + get_global_id(0); i < vectors; i += get_global_size(0))
        sums = OP(sums, vectors_in[i]);
    T sum = TOTAL_OF(sums);
    for (size_t i = vectors * WIDTH + get_global_id(0); i < n; i += get_global_size(0))
        sum = OP(sum, in[i]);

    sum = total_of_group(sum, scratch);

#if DEVICE_ATOMICS
    __local uint is_last;
    if (t == 0) {
        atomic_store_explicit(&partial[get_group_id(0)], sum, memory_order_relaxed, memory_scope_device);
        is_last = atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device)
                  == get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    if (is_last) {
        sum = IDENTITY;
        for (size_t i = t; i < get_num_groups(0); i += L)
            sum = OP(sum, atomic_load_explicit(&partial[i], memory_order_relaxed, memory_scope_device));
        sum = total_of_group(sum, scratch);
        if (t == 0) {
            out[0] = sum;
            atomic_store_explicit(finished, 0u, memory_order_relaxed, memory_scope_device);
        }
    }
#else
    if (t == 0)
        out[get_group_id(0)] = sum;
#endif
}
