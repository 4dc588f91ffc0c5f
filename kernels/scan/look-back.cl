// Look-back: every element is read once and written once.
//
// A work-group scans a tile in registers, publishes the total of the tile, and then looks back over the tiles on its
// left. A tile that has published only its total lets the search continue to the left; a tile that has published its
// inclusive prefix ends the search. No work-group waits for a long chain of others: totals are published early, and a
// warp looks at LANES tiles at once. Runs are numbered, and each published word contains the number of its run: states
// of earlier runs are ignored, so they need not be cleared. The last word of `state` contains the number of the run and
// counts its work-groups; the last work-group of a run writes the next number.
// Costs: no formula: the steps depend on the order of the work-groups.
// Watch: one launch, 2n elements moved instead of the 4n of a scan by blocks, and no memory fence: a word of `state`
// holds 32 bits of a value together with their kind, so a reader sees both or neither.
// No work-group depends on the progress of another, which OpenCL does not guarantee: after PATIENCE unsuccessful
// attempts, a warp reads the nearest tile itself.
// On a CPU (CONTIGUOUS 1) a work-group is one work-item, which processes tiles one after another, in order, so the
// active tiles are neighbours for any schedule of the work-groups. It reads a tile twice, the second time from the
// cache; arrays that do not fit in a cache are written past the caches.
// Needs: L a multiple of LANES; 64-bit atomics with device scope (OpenCL 2.0, or 3.0 if the device has them).
// Without them (DEVICE_ATOMICS 0) the host launches scan_look_back_totals first, scans the totals, and passes them as
// `before`: reduce, then scan, with 3n elements moved.
// Result: out.
// From: D. Merrill and M. Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016; reading a missing
// tile directly: T. Smith, R. Levien and J. Owens, "Decoupled fallback", 2025.

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
#ifndef CONTIGUOUS
#define CONTIGUOUS 0
#endif
#ifndef STREAMED  // 1 if the arrays do not fit in a CPU's caches
#define STREAMED 0
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
    T name(T x, uint lane) \
    { \
        union { T value; uint words[sizeof(T) / 4]; } u = { x }; \
        for (uint k = 0; k < sizeof(T) / 4; ++k) \
            asm volatile("shfl.sync." mode ".b32 %0, %0, %1, " clamp ", 0xffffffff;" : "+r"(u.words[k]) : "r"(lane)); \
        return u.value; \
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

// The elements of a warp are contiguous: in each round every lane takes a vector of them.
#define ROUND (WIDTH * LANES)

// Within a vector: its scan, in place; its last element; the combination of `before` with the prefix
// before each element.
#if WIDTH == 4
#define SCAN(v) \
    v.s1 = OP(v.s0, v.s1); \
    v.s2 = OP(v.s1, v.s2); \
    v.s3 = OP(v.s2, v.s3)
#define LAST(v) v.s3
#define WITHOUT_LAST(before, v) ((VECTOR)(before, OP(before, v.s0), OP(before, v.s1), OP(before, v.s2)))
#elif WIDTH == 2
#define SCAN(v) v.s1 = OP(v.s0, v.s1)
#define LAST(v) v.s1
#define WITHOUT_LAST(before, v) ((VECTOR)(before, OP(before, v.s0)))
#else
#define SCAN(v)
#define LAST(v) v
#define WITHOUT_LAST(before, v) before
#endif

T scan_of_lanes(T x, uint lane)
{
    for (uint s = 1; s < LANES; s *= 2) {
        T left = from_lane_below(x, s);
        if (lane >= s)
            x = OP(left, x);
    }
    return x;
}

VECTOR load_vector(__global const T *restrict in, size_t i, uint n)
{
    if (i + WIDTH <= n)
        return *(__global const VECTOR *)(in + i);
#if WIDTH == 4
    return (VECTOR)(i < n ? in[i] : IDENTITY, i + 1 < n ? in[i + 1] : IDENTITY, i + 2 < n ? in[i + 2] : IDENTITY, IDENTITY);
#elif WIDTH == 2
    return (VECTOR)(i < n ? in[i] : IDENTITY, IDENTITY);
#else
    return IDENTITY;
#endif
}

void store_vector(__global T *restrict out, size_t i, uint n, VECTOR x)
{
    if (i + WIDTH <= n) {
        *(__global VECTOR *)(out + i) = x;
#if WIDTH > 1
    } else {
        if (i < n)
            out[i] = x.s0;
#if WIDTH == 4
        if (i + 1 < n)
            out[i + 1] = x.s1;
        if (i + 2 < n)
            out[i + 2] = x.s2;
#endif
#endif
    }
}

#if DEVICE_ATOMICS

// The published words of a tile: in run r, the upper half of each word is 2r + TOTAL or 2r + PREFIX.
#define NOTHING 0u
#define TOTAL 1u
#define PREFIX 2u
#define PATIENCE 64
#define WORDS (sizeof(T) / 4)

void show(__global atomic_ulong *state, uint run, size_t tile, T value, uint what)
{
    union { T value; uint words[WORDS]; } u = { value };
    for (uint k = 0; k < WORDS; ++k)
        atomic_store_explicit(&state[tile * WORDS + k], (ulong)(2 * run + what) << 32 | u.words[k],
                              memory_order_relaxed, memory_scope_device);
}

// Returns the kind of the published words, and their value in *value: neither TOTAL nor PREFIX if that is from an
// earlier run, or while its words are not all of the same kind.
uint look_at(__global atomic_ulong *state, uint run, size_t tile, T *value)
{
    union { T value; uint words[WORDS]; } u;
    uint what[WORDS];
    for (uint k = 0; k < WORDS; ++k) {
        ulong word = atomic_load_explicit(&state[tile * WORDS + k], memory_order_relaxed, memory_scope_device);
        u.words[k] = (uint)word;
        what[k] = (uint)(word >> 32);
    }
    *value = u.value;
    return what[0] == what[WORDS - 1] ? what[0] - 2 * run : NOTHING;
}

// State of a lane's tile in the look-back; of type T, so that lanes can exchange it.
#define GO_ON 0
#define ALL_IS_IN 1
#define MISSING 2

// Combines x over the lanes, with lane 0 on the right, up to and including the first lane whose *end is not GO_ON. All
// lanes get the result and the *end of that lane.
T total_of_lanes(T x, T *end, uint lane)
{
    for (uint s = 1; s < LANES; s *= 2) {
        T left = from_lane_above(x, s);
        T left_end = from_lane_above(*end, s);
        if (lane + s < LANES && *end == GO_ON) {
            x = OP(left, x);
            *end = left_end;
        }
    }
    *end = from_lane(*end, 0);
    return from_lane(x, 0);
}

// The total of a tile; each lane reads an equal share.
T read_tile(__global const T *restrict in, size_t tile, uint tile_size, uint lane)
{
    uint share = tile_size / LANES;
    size_t first = tile * tile_size + (LANES - 1 - lane) * share;
    T sum = in[first];
    for (uint i = 1; i < share; ++i)
        sum = OP(sum, in[first + i]);
    T end = GO_ON;
    return total_of_lanes(sum, &end, lane);
}

// The combination of all tiles before `tile`, for the lanes of the first warp. Lane 0 reads the nearest tile that is
// not included yet, lane 1 the tile on its left, and so on.
T look_back(__global atomic_ulong *state, uint run, __global const T *restrict in, uint tile, uint tile_size, uint lane)
{
    T before = IDENTITY;
    uint tries = 0;
    for (int at = (int)tile - 1;;) {
        T x = IDENTITY;
        uint what = (int)lane > at ? PREFIX : look_at(state, run, at - lane, &x);
        T end = what == TOTAL ? GO_ON : what == PREFIX ? ALL_IS_IN : MISSING;
        x = total_of_lanes(x, &end, lane);
        if (end != MISSING) {
            before = OP(x, before);
            if (end == ALL_IS_IN)
                return before;
            at -= LANES;
            tries = 0;
        } else if (++tries == PATIENCE) {
            before = OP(read_tile(in, at, tile_size, lane), before);
            at -= 1;
            tries = 0;
        }
    }
}

#endif

#if CONTIGUOUS

#define T4 JOIN(T, 4)
#define T8 JOIN(T, 8)

// The elements of a vector, moved up by 1, 2 or 4 places.
#define UP_1(v) ((T8)(IDENTITY, v.s0, v.s12, v.s3456))
#define UP_2(v) ((T8)(IDENTITY, IDENTITY, v.s01, v.s2345))
#define UP_4(v) ((T8)((T4)(IDENTITY), v.s0123))

// Streamed vectors are written past the caches, which would first read the memory that is then overwritten.
#if STREAMED && defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
#define STORE(v, place) __builtin_nontemporal_store(v, place)
#endif
#endif
#ifndef STORE
#define STORE(v, place) (*(place) = (v))
#endif

// The number of the `count` elements that are read as vectors of eight; tiles begin at multiples of such a vector.
#define IN_EIGHTS(count) (WIDTH * ROUNDS % 8 == 0 ? (count) / 8 * 8 : 0)

// The total of `count` elements, in four chains that do not wait for each other.
T total_of(__global const T *restrict in, uint count)
{
    __global const T8 *restrict vectors = (__global const T8 *)in;
    uint quarter = IN_EIGHTS(count) / 8 / 4;
    T8 a = (T8)(IDENTITY), b = a, c = a, d = a;
    for (uint i = 0; i < quarter; ++i) {
        a = OP(a, vectors[i]);
        b = OP(b, vectors[i + quarter]);
        c = OP(c, vectors[i + 2 * quarter]);
        d = OP(d, vectors[i + 3 * quarter]);
    }
    T8 eight = OP(OP(a, b), OP(c, d));
    T4 four = OP(eight.lo, eight.hi);
    T total = OP(OP(four.s0, four.s1), OP(four.s2, four.s3));
    for (uint i = quarter * 4 * 8; i < count; ++i)
        total = OP(total, in[i]);
    return total;
}

// Scans `count` elements; `before` is the total of those before them. Only `left` passes from vector to vector.
void scan_after(T before, __global T *restrict out, __global const T *restrict in, uint count, uint exclusive)
{
    T8 left = (T8)(before);
    uint i = 0;
    for (; i < IN_EIGHTS(count); i += 8) {
        T8 x = *(__global const T8 *)(in + i);
        x = OP(UP_1(x), x);
        x = OP(UP_2(x), x);
        x = OP(UP_4(x), x);
        STORE(OP(left, exclusive ? UP_1(x) : x), (__global T8 *)(out + i));
        left = OP(left, (T8)(x.s7));
    }
    for (before = left.s0; i < count; ++i) {
        T upto = OP(before, in[i]);
        out[i] = exclusive ? before : upto;
        before = upto;
    }
}

#endif

__kernel void scan_look_back(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n,
    uint exclusive,
#if DEVICE_ATOMICS
    __global atomic_ulong *state  // WORDS for each tile, then the number of the run and a counter; 0 before the first run
#else
    __global const T *restrict before  // total of all tiles before each tile; unused for tile 0
#endif
    )
{
#if CONTIGUOUS
    uint tile_size = WIDTH * ROUNDS;
#if DEVICE_ATOMICS
    // The counter assigns tiles. Every work-group ends with an index that is too large; the last of these ends the run.
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
        uint count = min(tile_size, n - (uint)first);
        T total = total_of(in + first, count);
        T before_tile = IDENTITY;
        show(state, run, tile, total, tile == 0 ? PREFIX : TOTAL);
        if (tile > 0) {
            before_tile = look_back(state, run, in, tile, tile_size, 0);
            show(state, run, tile, OP(before_tile, total), PREFIX);
        }
        scan_after(before_tile, out + first, in + first, count, exclusive);
    }
#else
    uint tile = get_group_id(0);
    size_t first = (size_t)tile * tile_size;
    scan_after(tile == 0 ? IDENTITY : before[tile], out + first, in + first, min(tile_size, n - (uint)first), exclusive);
#endif
#else
    uint t = get_local_id(0);
    uint lane = t % LANES;
    uint warp = t / LANES;
    uint warps = get_local_size(0) / LANES;
    uint tile = get_group_id(0);
    uint tile_size = get_local_size(0) * WIDTH * ROUNDS;
    size_t first = (size_t)tile * tile_size + warp * ROUND * ROUNDS + lane * WIDTH;

    bool is_whole = (size_t)(tile + 1) * tile_size <= n;
#if DEVICE_ATOMICS
    // Counts the work-groups that no longer need `state`. The run cannot end before this work-group is counted.
    __global atomic_ulong *progress = &state[get_num_groups(0) * WORDS];
    bool is_last = false;
#endif

    // Issue all loads before the first value is needed.
    VECTOR x[ROUNDS];
    if (is_whole) {
        #pragma unroll
        for (uint r = 0; r < ROUNDS; ++r)
            x[r] = *(__global const VECTOR *)(in + first + r * ROUND);
    } else {
        for (uint r = 0; r < ROUNDS; ++r)
            x[r] = load_vector(in, first + r * ROUND, n);
    }

    // Scan the elements of each lane, then the lanes of a round, then the rounds: x becomes the scan of the warp.
    T sum = IDENTITY;
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        SCAN(x[r]);
        T lanes = scan_of_lanes(LAST(x[r]), lane);
        T lane_before = from_lane_below(lanes, 1);
        T left = lane == 0 ? sum : OP(sum, lane_before);
        x[r] = exclusive ? WITHOUT_LAST(left, x[r]) : OP((VECTOR)(left), x[r]);
        sum = OP(sum, from_lane(lanes, LANES - 1));
    }
    if (lane == 0)
        scratch[warp] = sum;
#if DEVICE_ATOMICS
    // Read only here, and only by the first warp, because x fills the registers.
    uint run = 0;
    if (warp == 0)
        run = (uint)(atomic_load_explicit(progress, memory_order_relaxed, memory_scope_device) >> 32);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);

    // The first warp scans the totals of the warps, and looks back.
    if (warp == 0) {
        T total = IDENTITY;
        for (uint first_warp = 0; first_warp < warps; first_warp += LANES) {
            uint w = first_warp + lane;
            T upto = scan_of_lanes(w < warps ? scratch[w] : IDENTITY, lane);
            T lane_before = from_lane_below(upto, 1);
            if (w < warps)
                scratch[w] = lane == 0 ? total : OP(total, lane_before);
            total = OP(total, from_lane(upto, LANES - 1));
        }
#if DEVICE_ATOMICS
        T before_tile = IDENTITY;
        if (lane == 0)
            show(state, run, tile, total, tile == 0 ? PREFIX : TOTAL);
        if (tile > 0) {
            before_tile = look_back(state, run, in, tile, tile_size, lane);
            if (lane == 0)
                show(state, run, tile, OP(before_tile, total), PREFIX);
        }
        if (lane == 0) {
            scratch[warps] = before_tile;
            is_last = (uint)atomic_fetch_add_explicit(progress, 1ul, memory_order_relaxed, memory_scope_device)
                      == get_num_groups(0) - 1;
        }
#else
        if (lane == 0)
            scratch[warps] = tile == 0 ? IDENTITY : before[tile];
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    T before_warp = OP(scratch[warps], scratch[warp]);
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r)
        store_vector(out, first + r * ROUND, n, OP((VECTOR)(before_warp), x[r]));
#if DEVICE_ATOMICS
    if (is_last)
        atomic_store_explicit(progress, (ulong)(run + 1) << 32, memory_order_relaxed, memory_scope_device);
#endif
#endif
}

#if !DEVICE_ATOMICS

// The combination of x over all lanes, in their order; valid only in lane 0.
T total_of_warp(T x)
{
    for (uint s = 1; s < LANES; s *= 2)
        x = OP(x, from_lane_above(x, s));
    return x;
}

// The total of each tile; the lanes read its elements as in scan_look_back.
__kernel void scan_look_back_totals(
    __global T *restrict totals,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
#if CONTIGUOUS
    uint tile_size = WIDTH * ROUNDS;
    size_t first = (size_t)get_group_id(0) * tile_size;
    totals[get_group_id(0)] = total_of(in + first, min(tile_size, n - (uint)first));
#else
    uint t = get_local_id(0);
    uint lane = t % LANES;
    uint warp = t / LANES;
    uint warps = get_local_size(0) / LANES;
    uint tile = get_group_id(0);
    uint tile_size = get_local_size(0) * WIDTH * ROUNDS;
    size_t first = (size_t)tile * tile_size + warp * ROUND * ROUNDS + lane * WIDTH;

    VECTOR x[ROUNDS];
    if ((size_t)(tile + 1) * tile_size <= n) {
        #pragma unroll
        for (uint r = 0; r < ROUNDS; ++r)
            x[r] = *(__global const VECTOR *)&in[first + r * ROUND];
    } else {
        for (uint r = 0; r < ROUNDS; ++r)
            x[r] = load_vector(in, first + r * ROUND, n);
    }

    T sum = IDENTITY;
    #pragma unroll
    for (uint r = 0; r < ROUNDS; ++r) {
        SCAN(x[r]);
        sum = OP(sum, total_of_warp(LAST(x[r])));
    }
    if (lane == 0)
        scratch[warp] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (warp == 0) {
        T total = IDENTITY;
        for (uint w = 0; w < warps; w += LANES)
            total = OP(total, total_of_warp(w + lane < warps ? scratch[w + lane] : IDENTITY));
        if (lane == 0)
            totals[tile] = total;
    }
#endif
}

#endif
