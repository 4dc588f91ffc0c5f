// Stream compaction in one launch: every element is read once, and every kept element is written once.
//
// A work-group counts the kept elements of its tile, publishes the count, and compacts the elements in local memory.
// At the same time its first warp looks back over the tiles on the left: the sum of their counts is the place of the
// tile's first element. A tile that has published only its own count lets the search continue to the left; a tile
// with the count of all tiles up to it ends the search. Runs are numbered, so `state` need not be cleared.
// Costs: n elements read, the kept elements written; one word of state for each tile.
// Watch: no flags and no places in global memory, and adjacent writes, wherever the elements were read.
// Needs: L a multiple of LANES; 64-bit atomics with device scope (OpenCL 2.0, or 3.0 if the device has them).
// No work-group depends on the progress of another: after PATIENCE unsuccessful attempts it counts the tile itself.
// On a CPU (CONTIGUOUS 1) a work-group is one work-item, which processes tiles one after another and reads each twice.
// Result: out[0] … out[count − 1]; count[0] is the number of kept elements.
// From: D. Merrill and M. Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016; CUB's DeviceSelect.

#ifndef T
#define T int
#endif
// The test for kept elements: build with -D KEEP(x)=… to change it.
#ifndef KEEP
#define KEEP(x) ((x) > 4)
#endif
#ifndef WIDTH  // number of elements in a vector
#define WIDTH 4
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef CONTIGUOUS
#define CONTIGUOUS 0
#endif
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define JOIN_TEXTS(a, b) a##b
#define JOIN(a, b) JOIN_TEXTS(a, b)
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
#define SHUFFLE(name, mode, clamp) \
    uint name(uint x, uint lane) \
    { \
        asm volatile("shfl.sync." mode ".b32 %0, %0, %1, " clamp ", 0xffffffff;" : "+r"(x) : "r"(lane)); \
        return x; \
    }
SHUFFLE(from_lane, "idx", "31")
SHUFFLE(from_lane_below, "up", "0")
SHUFFLE(from_lane_above, "down", "31")
#elif WARP > 1 && defined(cl_khr_subgroup_shuffle) && defined(cl_khr_subgroup_shuffle_relative)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#define LANES WARP
#define from_lane(x, lane) sub_group_shuffle(x, lane)
#define from_lane_below(x, distance) sub_group_shuffle_up(x, distance)
#define from_lane_above(x, distance) sub_group_shuffle_down(x, distance)
#else
#define LANES 1
#define from_lane(x, lane) (x)
#define from_lane_below(x, distance) (x)
#define from_lane_above(x, distance) (x)
#endif

// The published word of a tile: in run r, the upper half is 2r + COUNT or 2r + PREFIX; the lower half is the number of
// kept elements in the tile, or in all tiles up to it.
#define COUNT 1u
#define PREFIX 2u
#define PATIENCE 64

void show(__global atomic_ulong *state, uint run, size_t tile, uint count, uint what)
{
    atomic_store_explicit(&state[tile], (ulong)(2 * run + what) << 32 | count, memory_order_relaxed, memory_scope_device);
}

uint count_in(__global const T *restrict in, size_t first, size_t end, uint step)
{
    uint count = 0;
    for (size_t i = first; i < end; i += step)
        count += KEEP(in[i]) ? 1 : 0;
    return count;
}

uint total_of_lanes(uint x)
{
    for (uint s = LANES / 2; s > 0; s /= 2)
        x += from_lane_above(x, s);
    return from_lane(x, 0);
}

uint scan_of_lanes(uint x, uint lane)
{
    for (uint s = 1; s < LANES; s *= 2) {
        uint left = from_lane_below(x, s);
        x += lane >= s ? left : 0;
    }
    return x;
}

// The number of kept elements in all tiles before `tile`, for the lanes of the first warp. Lane 0 reads the nearest
// tile that is not included yet, lane 1 the tile on its left, and so on.
uint look_back(__global atomic_ulong *state, uint run, __global const T *restrict in, uint tile, uint tile_size, uint lane)
{
    uint before = 0, tries = 0;
    for (int at = (int)tile - 1; at >= 0;) {
        ulong word = (ulong)(2 * run + PREFIX) << 32;
        if ((int)lane <= at)
            word = atomic_load_explicit(&state[at - (int)lane], memory_order_relaxed, memory_scope_device);
        uint what = (uint)(word >> 32) - 2 * run;

        // The number of lanes before the first lane whose word is not a COUNT.
        uint stops = what == COUNT ? LANES : lane;
        for (uint s = LANES / 2; s > 0; s /= 2)
            stops = min(stops, from_lane_above(stops, s));
        uint first = from_lane(stops, 0);
        uint at_first = from_lane(what, first % LANES);
        bool ends = first < LANES && at_first == PREFIX;
        uint included = ends ? first + 1 : first;
        before += total_of_lanes(lane < included ? (uint)word : 0);
        if (ends)
            return before;
        at -= included;
        tries = included > 0 ? 0 : tries + 1;
        if (tries == PATIENCE) {
            size_t missing = (size_t)at * tile_size;
            before += total_of_lanes(count_in(in, missing + lane, missing + tile_size, LANES));
            at -= 1;
            tries = 0;
        }
    }
    return before;
}

__kernel void patterns_compact_look_back(
    __global T *restrict out,
    __global uint *restrict count,
    __global const T *restrict in,
    __local T *restrict kept,  // the kept elements of a tile
    __local uint *restrict scratch,
    __global atomic_ulong *state,  // a word for each tile, then the number of the run and a counter; 0 before the first run
    uint n)
{
#if CONTIGUOUS
    // The counter assigns tiles. Every work-group ends with an index that is too large; the last of these ends the run.
    uint tile_size = WIDTH * ROUNDS;
    uint tiles = n / tile_size + (n % tile_size != 0 ? 1 : 0);
    for (;;) {
        ulong taken = atomic_fetch_add_explicit(&state[tiles], 1ul, memory_order_relaxed, memory_scope_device);
        uint tile = (uint)taken;
        uint run = (uint)(taken >> 32);
        if (tile == tiles + (uint)get_num_groups(0) - 1)
            atomic_store_explicit(&state[tiles], (ulong)(run + 1) << 32, memory_order_relaxed, memory_scope_device);
        if (tile >= tiles)
            return;
        size_t first = (size_t)tile * tile_size;
        size_t end = min(first + tile_size, (size_t)n);
        uint total = count_in(in, first, end, 1);
        show(state, run, tile, total, tile == 0 ? PREFIX : COUNT);
        uint before = look_back(state, run, in, tile, tile_size, 0);
        show(state, run, tile, before + total, PREFIX);
        if (tile == tiles - 1)
            count[0] = before + total;
        for (size_t i = first; i < end; ++i)
            if (KEEP(in[i]))
                out[before++] = in[i];
    }
#else
    uint t = get_local_id(0);
    uint lane = t % LANES;
    uint warp = t / LANES;
    uint warps = get_local_size(0) / LANES;
    uint tile = get_group_id(0);
    uint tile_size = get_local_size(0) * WIDTH * ROUNDS;
    size_t first = (size_t)tile * tile_size + (warp * LANES * ROUNDS + lane) * WIDTH;
    bool is_whole = (size_t)(tile + 1) * tile_size <= n;

    // Counts the work-groups that no longer need `state`. The run cannot end before this work-group is counted.
    __global atomic_ulong *progress = &state[get_num_groups(0)];
    uint run = (uint)(atomic_load_explicit(progress, memory_order_relaxed, memory_scope_device) >> 32);
    bool is_last = false;

    union { VECTOR vector; T element[WIDTH]; } x[ROUNDS];
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        size_t i = first + r * LANES * WIDTH;
        if (is_whole)
            x[r].vector = *(__global const VECTOR *)(in + i);
        else
            for (uint k = 0; k < WIDTH; ++k)
                x[r].element[k] = i + k < n ? in[i + k] : (T)0;
    }

    // Each round: a bit for each kept element, and the number of kept elements of the warp before those of this lane.
    uint stays[ROUNDS], place[ROUNDS];
    uint sum = 0;
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        stays[r] = 0;
        #pragma unroll
        for (uint k = 0; k < WIDTH; ++k)
            if (KEEP(x[r].element[k]) && (is_whole || first + r * LANES * WIDTH + k < n))
                stays[r] |= 1u << k;
        uint mine = popcount(stays[r]);
        uint upto = scan_of_lanes(mine, lane);
        place[r] = sum + upto - mine;
        sum += from_lane(upto, LANES - 1);
    }
    if (lane == 0)
        scratch[warp] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint before_warp = 0, total = 0;
    for (uint w = 0; w < warps; ++w) {
        before_warp += w < warp ? scratch[w] : 0;
        total += scratch[w];
    }
    if (t == 0)
        show(state, run, tile, total, tile == 0 ? PREFIX : COUNT);
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        uint to = before_warp + place[r];
        #pragma unroll
        for (uint k = 0; k < WIDTH; ++k)
            if (stays[r] >> k & 1)
                kept[to++] = x[r].element[k];
    }
    if (warp == 0) {
        uint before = look_back(state, run, in, tile, tile_size, lane);
        if (lane == 0) {
            if (tile > 0)
                show(state, run, tile, before + total, PREFIX);
            if (tile == get_num_groups(0) - 1)
                count[0] = before + total;
            scratch[warps] = before;
            is_last = (uint)atomic_fetch_add_explicit(progress, 1ul, memory_order_relaxed, memory_scope_device)
                      == get_num_groups(0) - 1;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint before = scratch[warps];
    for (uint i = t; i < total; i += get_local_size(0))
        out[before + i] = kept[i];
    if (is_last)
        atomic_store_explicit(progress, (ulong)(run + 1) << 32, memory_order_relaxed, memory_scope_device);
#endif
}
