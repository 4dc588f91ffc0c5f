// Blelloch's work-efficient scan without bank conflicts: an unused word after each row of banks.
//
// The tree is that of scan/blelloch. There, at stride s, lanes are 2s words apart, and soon all of them meet in one
// bank. Here element i is at i + i / BANKS, so that elements a multiple of BANKS apart lie in different banks.
//
// Large arrays: each work-group also leaves the combination of its block in sums[group]; the host scans those with
// the same kernel, as often as it takes, and launches the second kernel to add them.
//
// Watch: the conflicts of scan/blelloch are almost gone, for L / 16 more words of local memory. Not all of them:
// at large strides the places of two lanes can still fall together.
// Needs: L a power of two, and local memory for 2L + 2L / BANKS elements.
// Result: out, and sums[group]. The inclusive form adds the input back.
// From: GPU-computing assignment on reduction and scan, section 4.2.3; M. Harris et al., "Parallel prefix sum (scan) with CUDA".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

#define BANKS 32
#define PADDED(i) ((i) + (i) / BANKS)

__kernel void scan_blelloch_padded(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict sums,
    __local T *restrict scratch,
    uint n,
    uint exclusive)
{
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    size_t block = 2 * (size_t)L * get_group_id(0);

    scratch[PADDED(t)] = block + t < n ? in[block + t] : IDENTITY;
    scratch[PADDED(L + t)] = block + L + t < n ? in[block + L + t] : IDENTITY;

    // Up-sweep: the tree of a reduction, all of whose inner results stay where they are.
    uint s = 1;
    for (uint pairs = L; pairs > 0; pairs /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < pairs) {
            uint left = PADDED(s * (2 * t + 1) - 1);
            uint right = PADDED(s * (2 * t + 2) - 1);
            scratch[right] = OP(scratch[left], scratch[right]);
        }
        s *= 2;
    }

    // The root is what the whole block comes to; before it there is nothing.
    if (t == 0) {
        uint root = PADDED(2 * L - 1);
        sums[get_group_id(0)] = scratch[root];
        scratch[root] = IDENTITY;
    }

    // Down-sweep: what comes before a node comes before its left child, and with that child before its right one.
    for (uint pairs = 1; pairs <= L; pairs *= 2) {
        s /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < pairs) {
            uint left = PADDED(s * (2 * t + 1) - 1);
            uint right = PADDED(s * (2 * t + 2) - 1);
            T child = scratch[left];
            scratch[left] = scratch[right];
            scratch[right] = OP(scratch[right], child);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = t; i < 2 * L; i += L)
        if (block + i < n)
            out[block + i] = exclusive ? scratch[PADDED(i)] : OP(scratch[PADDED(i)], in[block + i]);
}

// Adds what comes before a block to each of its elements; offsets[b] is the combination of all blocks before b.
__kernel void scan_blelloch_padded_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
