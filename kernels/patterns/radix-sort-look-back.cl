// Radix sort by digits of eight bits: one launch per digit, which reads and writes every element once.
//
// Before the first pass a launch counts the digits of all passes, which gives the first place of each digit in the
// result. In a pass a work-group ranks the elements of its tile: each lane of a warp finds the lanes with the same
// digit by a vote for each bit, and the first of them adds their number to the warp's count of that digit. The counts
// of the tile are published, and for each digit a work-item looks back over the tiles on the left. The tile is also
// sorted in local memory, so runs of equal digits are written to adjacent places.
// Runs are numbered, so `state` need not be cleared between passes and calls.
// Costs: n elements read; then for each pass n read and n written, one word of state for each digit of a tile.
// Watch: a quarter of the passes of radix-sort-digits for a quarter of their traffic each; bank conflicts while ranking.
// Needs: L a multiple of LANES; 64-bit atomics with device scope (OpenCL 2.0, or 3.0 if the device has them).
// No work-group depends on the progress of another: after PATIENCE unsuccessful attempts it counts the tile itself.
// On a CPU (CONTIGUOUS 1) a work-group is one work-item, which processes tiles one after another.
// Result: out of the last pass.
// From: A. Adinets and D. Merrill, "Onesweep: a faster least significant digit radix sort for GPUs", 2022.

#ifndef T
#define T int
#endif
#ifndef ORDERED
#define ORDERED(x) ((uint)(x) ^ 0x80000000u)
#endif
#ifndef DIGIT_BITS
#define DIGIT_BITS 8
#endif
#ifndef ROUNDS  // elements of a work-item
#define ROUNDS 1
#endif
#ifndef CONTIGUOUS
#define CONTIGUOUS 0
#endif
#if CONTIGUOUS
#define UNROLL
#else
#define UNROLL _Pragma("unroll")
#endif
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define DIGITS (1u << DIGIT_BITS)
#define PASSES ((32u + DIGIT_BITS - 1) / DIGIT_BITS)

// LANES: number of work-items that exchange values directly: by PTX on NVIDIA devices, by sub-group functions
// if the host knows the sub-group size (WARP); otherwise 1.
#ifndef WARP
#define WARP 1
#endif
#if WARP == 32 && defined(__NV_CL_C_VERSION)
#define LANES 32
uint from_lane(uint x, uint lane)
{
    asm volatile("shfl.sync.idx.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(x) : "r"(lane));
    return x;
}
uint votes(uint is_one)
{
    uint all;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(all) : "r"(is_one));
    return all;
}
#define warp_barrier() asm volatile("bar.warp.sync 0xffffffff;" : : : "memory")
#elif WARP > 1 && WARP <= 32 && defined(cl_khr_subgroup_shuffle) && defined(cl_khr_subgroup_ballot)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#define LANES WARP
#define from_lane(x, lane) sub_group_shuffle(x, lane)
#define votes(is_one) sub_group_ballot(is_one).s0
#define warp_barrier() sub_group_barrier(CLK_LOCAL_MEM_FENCE)
#elif WARP > 1 && WARP <= 32
#error "The lanes of this device cannot vote: choose patterns/radix-sort-digits."
#else
#define LANES 1
#define from_lane(x, lane) (x)
#define warp_barrier()
#endif

// The lanes of the warp with the same digit, one bit for each lane.
uint lanes_with(uint digit)
{
#if LANES == 1
    return 1;
#else
    uint same = LANES == 32 ? ~0u : (1u << (LANES % 32)) - 1;
    #pragma unroll
    for (uint b = 0; b < DIGIT_BITS; ++b) {
        uint is_one = digit >> b & 1;
        uint ones = votes(is_one);
        same &= is_one ? ones : ~ones;
    }
    return same;
#endif
}

uint digit_of(T x, uint shift, uint bits)
{
    return ORDERED(x) >> shift & ((1u << bits) - 1);
}

// The first place of each digit in each pass. The last work-group to finish resets `sums` and `finished` to 0.
__kernel void patterns_radix_sort_look_back_counts(
    __global uint *restrict starts,  // PASSES times DIGITS
    __global const T *restrict in,
    __global atomic_uint *sums,  // PASSES times DIGITS, 0 before and after a run
    __global atomic_uint *finished,  // 0 before and after a run
    uint key_bits,
    uint n)
{
    __local uint mine[PASSES * DIGITS];
    __local uint is_last;
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    for (uint i = t; i < PASSES * DIGITS; i += L)
        mine[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint key = ORDERED(in[i]);
        for (uint p = 0; p * DIGIT_BITS < key_bits; ++p) {
            uint bits = min((uint)DIGIT_BITS, key_bits - p * DIGIT_BITS);
            atomic_inc(&mine[p * DIGITS + (key >> p * DIGIT_BITS & ((1u << bits) - 1))]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = t; i < PASSES * DIGITS; i += L)
        if (mine[i] > 0)
            atomic_fetch_add_explicit(&sums[i], mine[i], memory_order_relaxed, memory_scope_device);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (t == 0)
        is_last = atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device)
                  == get_num_groups(0) - 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    if (is_last) {
        for (uint i = t; i < PASSES * DIGITS; i += L)
            mine[i] = atomic_exchange_explicit(&sums[i], 0u, memory_order_relaxed, memory_scope_device);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint p = t; p < PASSES; p += L) {
            uint start = 0;
            for (uint d = 0; d < DIGITS; ++d) {
                starts[p * DIGITS + d] = start;
                start += mine[p * DIGITS + d];
            }
        }
        if (t == 0)
            atomic_store_explicit(finished, 0u, memory_order_relaxed, memory_scope_device);
    }
}

// The published word of a tile for a digit: in run r, the upper half is 2r + COUNT or 2r + PREFIX; the lower half is
// the number of its occurrences in the tile, or in all tiles up to it.
#define COUNT 1u
#define PREFIX 2u
#define PATIENCE 64

void show(__global atomic_ulong *state, uint run, size_t tile, uint digit, uint count, uint what)
{
    atomic_store_explicit(&state[tile * DIGITS + digit], (ulong)(2 * run + what) << 32 | count, memory_order_relaxed,
                          memory_scope_device);
}

// The number of occurrences of the digit in all tiles before `tile`.
uint look_back(__global atomic_ulong *state, uint run, __global const T *restrict in, uint tile, uint tile_size, uint digit,
               uint shift, uint bits)
{
    uint before = 0, tries = 0;
    for (int at = (int)tile - 1; at >= 0;) {
        ulong word = atomic_load_explicit(&state[at * (size_t)DIGITS + digit], memory_order_relaxed, memory_scope_device);
        uint what = (uint)(word >> 32) - 2 * run;
        if (what == COUNT || what == PREFIX) {
            before += (uint)word;
            if (what == PREFIX)
                return before;
            tries = 0;
            --at;
        } else if (++tries == PATIENCE) {
            for (uint i = 0; i < tile_size; ++i)
                before += digit_of(in[(size_t)at * tile_size + i], shift, bits) == digit ? 1 : 0;
            tries = 0;
            --at;
        }
    }
    return before;
}

void sort_tile(
    __global T *restrict out,
    __global const T *restrict in,
    __global const uint *restrict starts,
    __local T *restrict sorted,
    __local uint *restrict counts,
    __local uint *restrict begins,
    __global atomic_ulong *state,
    uint run,
    uint tile,
    uint shift,
    uint bits,
    uint n)
{
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    uint lane = t % LANES;
    uint warp = t / LANES;
    uint warps = L / LANES;
    uint tile_size = L * ROUNDS;
    uint first_of_tile = tile * tile_size;
    uint size = min(tile_size, n - first_of_tile);
    uint first = warp * LANES * ROUNDS + lane;  // index in the tile
    uint last_digit = (1u << bits) - 1;

    T x[ROUNDS];
    UNROLL
    for (uint r = 0; r < ROUNDS; ++r)
        x[r] = in[first_of_tile + min(first + r * LANES, size - 1)];
    for (uint i = t; i < warps * DIGITS; i += L)
        counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    // The rank of an element among the elements of the warp with the same digit. Elements missing in the last tile
    // count as the last digit and stay last.
    uint rank[ROUNDS];
    UNROLL
    for (uint r = 0; r < ROUNDS; ++r) {
        uint digit = first + r * LANES < size ? digit_of(x[r], shift, bits) : last_digit;
        uint same = lanes_with(digit);
        uint below = popcount(same & ((1u << lane) - 1));
        uint before = 0;
        if (below == 0) {
            before = counts[warp * DIGITS + digit];
            counts[warp * DIGITS + digit] = before + popcount(same);
        }
        rank[r] = from_lane(before, popcount((same & -same) - 1)) + below;
        warp_barrier();
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // For each digit: its occurrences in the tile and in the warps before each warp, then its first place in the tile.
    for (uint d = t; d < DIGITS; d += L) {
        uint count = 0;
        for (uint w = 0; w < warps; ++w) {
            uint of_warp = counts[w * DIGITS + d];
            counts[w * DIGITS + d] = count;
            count += of_warp;
        }
        begins[d] = count;
        uint missing = d == last_digit ? tile_size - size : 0;
        show(state, run, tile, d, count - missing, tile == 0 ? PREFIX : COUNT);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local uint *from = begins;
    __local uint *to = begins + DIGITS;
    for (uint s = 1; s < DIGITS; s *= 2) {
        for (uint d = t; d < DIGITS; d += L)
            to[d] = from[d] + (d >= s ? from[d - s] : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        __local uint *swapped = from;
        from = to;
        to = swapped;
    }

    UNROLL
    for (uint r = 0; r < ROUNDS; ++r) {
        uint digit = first + r * LANES < size ? digit_of(x[r], shift, bits) : last_digit;
        sorted[(digit > 0 ? from[digit - 1] : 0) + counts[warp * DIGITS + digit] + rank[r]] = x[r];
    }
    for (uint d = t; d < DIGITS; d += L) {
        uint begin = d > 0 ? from[d - 1] : 0;
        uint count = from[d] - begin - (d == last_digit ? tile_size - size : 0);
        uint before = look_back(state, run, in, tile, tile_size, d, shift, bits);
        if (tile > 0)
            show(state, run, tile, d, before + count, PREFIX);
        to[d] = starts[d] + before - begin;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = t; i < size; i += L)
        out[to[digit_of(sorted[i], shift, bits)] + i] = sorted[i];
}

__kernel void patterns_radix_sort_look_back(
    __global T *restrict out,
    __global const T *restrict in,
    __global const uint *restrict starts,
    __local T *restrict sorted,  // of a tile
    __local uint *restrict counts,  // DIGITS for each warp
    __local uint *restrict begins,  // 2 · DIGITS
    __global atomic_ulong *state,  // DIGITS for each tile, then the number of the run and a counter; 0 before the first run
    uint pass,
    uint bits,
    uint n)
{
    starts += pass * DIGITS;
    uint shift = pass * DIGIT_BITS;
#if CONTIGUOUS
    // The counter assigns tiles. Every work-group ends with an index that is too large; the last of these ends the run.
    uint tiles = n / ROUNDS + (n % ROUNDS != 0 ? 1 : 0);
    __global atomic_ulong *progress = &state[(size_t)tiles * DIGITS];
    for (;;) {
        ulong taken = atomic_fetch_add_explicit(progress, 1ul, memory_order_relaxed, memory_scope_device);
        uint tile = (uint)taken;
        uint run = (uint)(taken >> 32);
        if (tile == tiles + (uint)get_num_groups(0) - 1)
            atomic_store_explicit(progress, (ulong)(run + 1) << 32, memory_order_relaxed, memory_scope_device);
        if (tile >= tiles)
            return;
        sort_tile(out, in, starts, sorted, counts, begins, state, run, tile, shift, bits, n);
    }
#else
    // Counts the work-groups that no longer need `state`. The run cannot end before this work-group is counted.
    __global atomic_ulong *progress = &state[get_num_groups(0) * DIGITS];
    uint run = (uint)(atomic_load_explicit(progress, memory_order_relaxed, memory_scope_device) >> 32);
    sort_tile(out, in, starts, sorted, counts, begins, state, run, get_group_id(0), shift, bits, n);
    if (get_local_id(0) == 0
        && (uint)atomic_fetch_add_explicit(progress, 1ul, memory_order_relaxed, memory_scope_device)
               == get_num_groups(0) - 1)
        atomic_store_explicit(progress, (ulong)(run + 1) << 32, memory_order_relaxed, memory_scope_device);
#endif
}
