// Blelloch's work-efficient scan with few bank conflicts: one unused element follows each row of banks.
//
// The tree is that of scan/blelloch. There, at stride s, the words of two lanes are 2s apart, and soon all lanes access
// one bank. Here element i is stored at i + i / BANKS, so elements that are BANKS apart are in different banks.
//
// Large arrays: each work-group also writes the total of its block to sums[group]. The host scans the totals with the
// same kernel, on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = 2 log L + 2, W = b (4 L − 2).
// Watch: most conflicts of scan/blelloch are gone, for 2L / BANKS more elements of local memory. Some remain: at
// large strides the padded positions of two lanes can still be in the same bank.
// Needs: L a power of two, and local memory for 2L + 2L / BANKS elements.
// Result: out, and sums[group]. The inclusive form combines each exclusive prefix with the input element.
// From: GPU-computing assignment on reduction and scan, section 4.2.3; M. Harris et al., "Parallel prefix sum (scan) with CUDA".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

// BANKS: elements in a row of banks of local memory, set by the host.
#ifndef BANKS
#define BANKS 32
#endif
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

    // Up-sweep: the tree of a reduction; all intermediate results stay in place.
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

    // The root holds the total of the block; it is replaced by the identity, the prefix of the first element.
    if (t == 0) {
        uint root = PADDED(2 * L - 1);
        sums[get_group_id(0)] = scratch[root];
        scratch[root] = IDENTITY;
    }

    // Down-sweep: the left child gets the prefix of its parent, the right child that prefix combined with the left child.
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

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
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
