// Histogram with several private copies of the bins: lanes that increment the same bin rarely use the same copy.
//
// The copies of a bin are adjacent in local memory, and neighbouring lanes use different copies: with as many copies as
// lanes, no two lanes of a warp increment the same address or use the same bank, even if all elements are equal. The
// grid has just enough work-groups to fill the device, and each counts a large share, many vectors at once. The last
// work-group to finish writes the result and resets all sums to 0, so the next run need not clear the bins first.
// Costs: one atomic operation on local memory per element; one on global memory for each bin of a work-group.
// Watch: no waiting at any bin, and no bank conflicts.
// Needs: whole numbers; an element belongs to bin (its value modulo BINS).
// Atomics that order the writes of other work-groups (OpenCL 2.0, or 3.0 if the device has them).
// Result: bins[b] is the number of elements that belong to bin b.
// From: lecture slides on convolution and scan, "Reduction enables other techniques": privatization; CUB's DeviceHistogram.

#ifndef T
#define T int
#endif
#ifndef BINS
#define BINS 16
#endif
#ifndef COPIES
#define COPIES 1
#endif
#ifndef WIDTH  // number of elements in a vector
#define WIDTH 4
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef CONTIGUOUS  // 1: a work-group is one work-item, on a CPU
#define CONTIGUOUS 0
#endif

#define JOIN_TEXTS(a, b) a##b
#define JOIN(a, b) JOIN_TEXTS(a, b)
#if WIDTH == 1
#define VECTOR T
#else
#define VECTOR JOIN(T, WIDTH)
#endif

#define PLACE(x, copy) ((uint)(x) % BINS * COPIES + (copy))
#if CONTIGUOUS
#define COUNT(x, copy) ++mine[PLACE(x, copy)]
#else
#define COUNT(x, copy) atomic_inc(&mine[PLACE(x, copy)])
#endif

__kernel void patterns_histogram_copies(
    __global uint *restrict bins,
    __global const T *restrict in,
    __local uint *restrict mine,  // BINS times COPIES
    __global atomic_uint *sums,  // BINS, 0 before and after a run
    __global atomic_uint *finished,  // 0 before and after a run
    uint n)
{
    __local uint is_last;
    uint t = get_local_id(0);
    size_t L = get_local_size(0);
    uint copy = t % COPIES;
    for (uint i = t; i < BINS * COPIES; i += L)
        mine[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Whole blocks for every work-group, then the remaining vectors, then elements that do not fill a vector.
    __global const VECTOR *restrict vectors_in = (__global const VECTOR *)in;
    size_t vectors = n / WIDTH;
    size_t block = L * ROUNDS;
    size_t whole = vectors / (get_num_groups(0) * block) * (get_num_groups(0) * block);
    size_t stretch = whole / get_num_groups(0);
    size_t first = get_group_id(0) * stretch;
    for (size_t i = first + t; i < first + stretch; i += block) {
        union { VECTOR vector; T element[WIDTH]; } x[ROUNDS];
        #pragma unroll
        for (uint r = 0; r < ROUNDS; ++r)
            x[r].vector = vectors_in[i + r * L];
        #pragma unroll
        for (uint r = 0; r < ROUNDS; ++r) {
            #pragma unroll
            for (uint k = 0; k < WIDTH; ++k)
                COUNT(x[r].element[k], copy);
        }
    }
    for (size_t i = whole * WIDTH + get_global_id(0); i < n; i += get_global_size(0))
        COUNT(in[i], copy);
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each work-item begins with a different copy, and therefore with a different bank.
    for (uint b = t; b < BINS; b += L) {
        uint sum = 0;
        for (uint c = 0; c < COPIES; ++c)
            sum += mine[b * COPIES + (c + t) % COPIES];
        if (sum > 0)
            atomic_fetch_add_explicit(&sums[b], sum, memory_order_relaxed, memory_scope_device);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (t == 0)
        is_last = atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device)
                  == get_num_groups(0) - 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    if (is_last) {
        for (uint b = t; b < BINS; b += L)
            bins[b] = atomic_exchange_explicit(&sums[b], 0u, memory_order_relaxed, memory_scope_device);
        if (t == 0)
            atomic_store_explicit(finished, 0u, memory_order_relaxed, memory_scope_device);
    }
}
