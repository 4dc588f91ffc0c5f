// Segmented scan in one launch: every element is read once and written once, with its flag or key.
//
// A work-group scans a tile, restarts at each head, and publishes the total since the last head. A tile with a head
// ends the search of the tiles on its right at once, independent of the tiles on its left, which is earlier than in an
// unsegmented scan. A tile without a head publishes its total and then its prefix, as in scan/look-back.
// Runs are numbered, so `state` need not be cleared between them.
// Costs: n elements and n flags or keys read, n elements written.
// Watch: a work-group reads only few tiles if segments are short.
// Needs: L a multiple of LANES; 64-bit atomics with device scope (OpenCL 2.0, or 3.0 if the device has them).
// No work-group depends on the progress of another: after PATIENCE unsuccessful attempts it reads the tile itself.
// On a CPU (CONTIGUOUS 1) a work-group is one work-item, which processes tiles one after another and reads each twice.
// Result: out.
// From: D. Merrill and M. Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016; CUB's DeviceScan
// by key.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif
#ifndef BY_KEYS  // 1: consecutive equal keys are a segment; 0: a segment begins where a flag is not 0
#define BY_KEYS 0
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
#define WORDS_OF_HEADS uint
#else
#define VECTOR JOIN(T, WIDTH)
#define WORDS_OF_HEADS JOIN(uint, WIDTH)
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
SHUFFLE(word_from_lane, "idx", "31")
SHUFFLE(word_from_lane_below, "up", "0")
SHUFFLE(word_from_lane_above, "down", "31")
#elif WARP > 1 && defined(cl_khr_subgroup_shuffle) && defined(cl_khr_subgroup_shuffle_relative)
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#define LANES WARP
#define word_from_lane(x, lane) sub_group_shuffle(x, lane)
#define word_from_lane_below(x, distance) sub_group_shuffle_up(x, distance)
#define word_from_lane_above(x, distance) sub_group_shuffle_down(x, distance)
#else
#define LANES 1
#define word_from_lane(x, lane) (x)
#define word_from_lane_below(x, distance) (x)
#define word_from_lane_above(x, distance) (x)
#endif

// An element as 32-bit words, which lanes exchange and which `state` contains.
#define WORDS (sizeof(T) / 4)
union words { T value; uint word[WORDS]; };

#define EXCHANGE(name) \
    T name(T x, uint lane) \
    { \
        union words u = { x }; \
        for (uint k = 0; k < WORDS; ++k) \
            u.word[k] = word_##name(u.word[k], lane); \
        return u.value; \
    }
EXCHANGE(from_lane)
EXCHANGE(from_lane_below)
EXCHANGE(from_lane_above)

// The published words of a tile: in run r, the upper half of each word is 2r + TOTAL or 2r + PREFIX. TOTAL: the total
// of a tile without a head. PREFIX: the total since the last head in all tiles up to this tile.
#define NOTHING 0u
#define TOTAL 1u
#define PREFIX 2u
#define PATIENCE 64

void show(__global atomic_ulong *state, uint run, size_t tile, T value, uint what)
{
    union words u = { value };
    for (uint k = 0; k < WORDS; ++k)
        atomic_store_explicit(&state[tile * WORDS + k], (ulong)(2 * run + what) << 32 | u.word[k], memory_order_relaxed,
                              memory_scope_device);
}

// Neither TOTAL nor PREFIX if it is from an earlier run, or while the words are not all of the same kind.
uint look_at(__global atomic_ulong *state, uint run, size_t tile, T *value)
{
    union words u;
    uint what[WORDS];
    for (uint k = 0; k < WORDS; ++k) {
        ulong word = atomic_load_explicit(&state[tile * WORDS + k], memory_order_relaxed, memory_scope_device);
        u.word[k] = (uint)word;
        what[k] = (uint)(word >> 32);
    }
    *value = u.value;
    return what[0] == what[WORDS - 1] ? what[0] - 2 * run : NOTHING;
}

bool is_head(__global const uint *restrict heads, size_t i)
{
#if BY_KEYS
    return i == 0 || heads[i] != heads[i - 1];
#else
    return i == 0 || heads[i] != 0;
#endif
}

// The total of [first, end) since its last head, and whether it has a head.
T total_of(__global const T *restrict in, __global const uint *restrict heads, size_t first, size_t end, bool *has_head)
{
    T total = in[first];
    *has_head = is_head(heads, first);
    for (size_t i = first + 1; i < end; ++i) {
        bool begins = is_head(heads, i);
        total = begins ? in[i] : OP(total, in[i]);
        *has_head = *has_head || begins;
    }
    return total;
}

// State of a lane's tile in the look-back.
#define GO_ON 0u
#define ALL_IS_IN 1u
#define MISSING 2u

// Combines x over the lanes, with lane 0 on the right, up to and including the first lane whose *end is not GO_ON. All
// lanes get the result and the *end of that lane.
T total_of_lanes(T x, uint *end, uint lane)
{
    for (uint s = 1; s < LANES; s *= 2) {
        T left = from_lane_above(x, s);
        uint left_end = word_from_lane_above(*end, s);
        if (lane + s < LANES && *end == GO_ON) {
            x = OP(left, x);
            *end = left_end;
        }
    }
    *end = word_from_lane(*end, 0);
    return from_lane(x, 0);
}

// The total of all tiles before `tile` since their last head, for the lanes of the first warp. Lane 0 reads the nearest
// tile that is not included yet, lane 1 the tile on its left, and so on.
T look_back(__global atomic_ulong *state, uint run, __global const T *restrict in, __global const uint *restrict heads,
            uint tile, uint tile_size, uint lane)
{
    T before = IDENTITY;
    uint tries = 0;
    for (int at = (int)tile - 1;;) {
        T x = IDENTITY;
        uint what = (int)lane > at ? PREFIX : look_at(state, run, at - (int)lane, &x);
        uint end = what == TOTAL ? GO_ON : what == PREFIX ? ALL_IS_IN : MISSING;
        x = total_of_lanes(x, &end, lane);
        if (end != MISSING) {
            before = OP(x, before);
            if (end == ALL_IS_IN)
                return before;
            at -= LANES;
            tries = 0;
        } else if (++tries == PATIENCE) {
            bool has_head;
            size_t first = (size_t)at * tile_size;
            T total = total_of(in, heads, first, first + tile_size, &has_head);
            before = OP(total, before);
            if (has_head)
                return before;
            at -= 1;
            tries = 0;
        }
    }
}

__kernel void patterns_segmented_scan_look_back(
    __global T *restrict out,
    __global const T *restrict in,
    __global const uint *restrict heads,
    __local T *restrict scratch,
    __local uint *restrict has_heads,
    __global atomic_ulong *state,  // WORDS for each tile, then the number of the run and a counter; 0 before the first run
    uint n,
    uint exclusive)
{
#if CONTIGUOUS
    // The counter assigns tiles. Every work-group ends with an index that is too large; the last of these ends the run.
    uint tile_size = WIDTH * ROUNDS;
    uint tiles = n / tile_size + (n % tile_size != 0 ? 1 : 0);
    __global atomic_ulong *progress = &state[(size_t)tiles * WORDS];
    for (;;) {
        ulong taken = atomic_fetch_add_explicit(progress, 1ul, memory_order_relaxed, memory_scope_device);
        uint tile = (uint)taken;
        uint run = (uint)(taken >> 32);
        if (tile == tiles + (uint)get_num_groups(0) - 1)
            atomic_store_explicit(progress, (ulong)(run + 1) << 32, memory_order_relaxed, memory_scope_device);
        if (tile >= tiles)
            return;
        size_t first = (size_t)tile * tile_size;
        size_t end = min(first + tile_size, (size_t)n);
        bool has_head;
        T total = total_of(in, heads, first, end, &has_head);
        show(state, run, tile, total, has_head ? PREFIX : TOTAL);
        T before = IDENTITY;
        if (tile > 0) {
            before = look_back(state, run, in, heads, tile, tile_size, 0);
            if (!has_head)
                show(state, run, tile, OP(before, total), PREFIX);
        }
        for (size_t i = first; i < end; ++i) {
            if (is_head(heads, i))
                before = IDENTITY;
            T upto = OP(before, in[i]);
            out[i] = exclusive ? before : upto;
            before = upto;
        }
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
    __global atomic_ulong *progress = &state[get_num_groups(0) * WORDS];
    uint run = (uint)(atomic_load_explicit(progress, memory_order_relaxed, memory_scope_device) >> 32);
    bool is_last = false;

    // Issue all loads before the first value is needed.
    union { VECTOR vector; T element[WIDTH]; } x[ROUNDS];
    union { WORDS_OF_HEADS vector; uint element[WIDTH]; } h[ROUNDS];
    uint key_before[ROUNDS];
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        size_t i = first + r * LANES * WIDTH;
        if (is_whole) {
            x[r].vector = *(__global const VECTOR *)(in + i);
            h[r].vector = *(__global const WORDS_OF_HEADS *)(heads + i);
        } else {
            for (uint k = 0; k < WIDTH; ++k) {
                x[r].element[k] = i + k < n ? in[i + k] : IDENTITY;
                h[r].element[k] = i + k < n ? heads[i + k] : 0;
            }
        }
        key_before[r] = BY_KEYS && i > 0 && i < n ? heads[i - 1] : 0;
    }

    // Scan the elements of each lane, then the lanes of a round, then the rounds. A bit of `is_open` is set if no head
    // of the warp is at or before the element, so the total before the warp is still missing.
    uint is_open[ROUNDS];
    T sum = IDENTITY;
    uint sum_has_head = 0;
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        uint begins = 0;
        #pragma unroll
        for (uint k = 0; k < WIDTH; ++k) {
#if BY_KEYS
            uint key = k == 0 ? key_before[r] : h[r].element[k == 0 ? 0 : k - 1];
            bool is_here = h[r].element[k] != key;
#else
            bool is_here = h[r].element[k] != 0;
#endif
            begins |= (is_here || first + r * LANES * WIDTH + k == 0 ? 1u : 0u) << k;
        }
        T upto[WIDTH];
        upto[0] = x[r].element[0];
        #pragma unroll
        for (uint k = 1; k < WIDTH; ++k)
            upto[k] = begins >> k & 1 ? x[r].element[k] : OP(upto[k - 1], x[r].element[k]);

        T lanes = upto[WIDTH - 1];
        uint lanes_have_head = begins != 0 ? 1 : 0;
        for (uint s = 1; s < LANES; s *= 2) {
            T left = from_lane_below(lanes, s);
            uint left_has_head = word_from_lane_below(lanes_have_head, s);
            if (lane >= s && !lanes_have_head) {
                lanes = OP(left, lanes);
                lanes_have_head = left_has_head;
            }
        }
        T lane_before = from_lane_below(lanes, 1);
        uint lane_before_has_head = word_from_lane_below(lanes_have_head, 1);
        T left = lane == 0 ? sum : lane_before_has_head ? lane_before : OP(sum, lane_before);
        bool left_is_open = !(sum_has_head || (lane > 0 && lane_before_has_head));

        // The elements before the first head include the total on the left.
        uint before_head = begins == 0 ? (1u << WIDTH) - 1 : (begins & -begins) - 1;
        is_open[r] = left_is_open ? before_head : 0;
        #pragma unroll
        for (uint k = 0; k < WIDTH; ++k) {
            bool takes_left = before_head >> k & 1;
            if (!exclusive)
                x[r].element[k] = takes_left ? OP(left, upto[k]) : upto[k];
            else if (begins >> k & 1)
                x[r].element[k] = IDENTITY;
            else if (k == 0)
                x[r].element[k] = left;
            else
                x[r].element[k] = takes_left ? OP(left, upto[k == 0 ? 0 : k - 1]) : upto[k == 0 ? 0 : k - 1];
        }
        T all = from_lane(lanes, LANES - 1);
        uint all_have_head = word_from_lane(lanes_have_head, LANES - 1);
        sum = all_have_head ? all : OP(sum, all);
        sum_has_head |= all_have_head;
    }
    if (lane == 0) {
        scratch[warp] = sum;
        has_heads[warp] = sum_has_head;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The total before the warp in this tile, and the tile's total, both since the last head.
    T before_warp = IDENTITY, total = IDENTITY;
    bool warp_is_open = true, tile_has_head = false;
    for (uint w = 0; w < warps; ++w) {
        if (w == warp) {
            before_warp = total;
            warp_is_open = !tile_has_head;
        }
        total = has_heads[w] ? scratch[w] : OP(total, scratch[w]);
        tile_has_head = tile_has_head || has_heads[w];
    }
    if (warp == 0) {
        T before_tile = IDENTITY;
        if (lane == 0)
            show(state, run, tile, total, tile_has_head ? PREFIX : TOTAL);
        if (tile > 0) {
            before_tile = look_back(state, run, in, heads, tile, tile_size, lane);
            if (lane == 0 && !tile_has_head)
                show(state, run, tile, OP(before_tile, total), PREFIX);
        }
        if (lane == 0) {
            scratch[warps] = before_tile;
            is_last = (uint)atomic_fetch_add_explicit(progress, 1ul, memory_order_relaxed, memory_scope_device)
                      == get_num_groups(0) - 1;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (warp_is_open)
        before_warp = OP(scratch[warps], before_warp);
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        size_t i = first + r * LANES * WIDTH;
        #pragma unroll
        for (uint k = 0; k < WIDTH; ++k)
            if (is_open[r] >> k & 1)
                x[r].element[k] = OP(before_warp, x[r].element[k]);
        if (is_whole)
            *(__global VECTOR *)(out + i) = x[r].vector;
        else
            for (uint k = 0; k < WIDTH; ++k)
                if (i + k < n)
                    out[i + k] = x[r].element[k];
    }
    if (is_last)
        atomic_store_explicit(progress, (ulong)(run + 1) << 32, memory_order_relaxed, memory_scope_device);
#endif
}
