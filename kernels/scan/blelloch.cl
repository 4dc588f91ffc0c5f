// Blelloch's work-efficient scan: up-sweep, clear the root, down-sweep; 2L elements by L work-items.
//
// The up-sweep is a reduction in place. The down-sweep passes to each node of the tree the combination of all elements
// before it, starting with the identity at the root.
//
// Large arrays: each work-group also writes the total of its block to sums[group]. The host scans the totals with the
// same kernel, on as many levels as necessary, and launches the second kernel to add the results.
// Costs: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = 2 log L + 2, W = b (4 L − 2).
// Watch: 2 (n - 1) operations instead of n log n. But at stride s the words of two lanes are 2s apart, so bank
// conflicts grow with s until less than a warp is active; the down-sweep has the same conflicts in reverse order.
// Needs: L a power of two, and local memory for 2L elements. OP only has to be associative.
// Result: out, and sums[group]. The inclusive form combines each exclusive prefix with the input element.
// From: GPU-computing assignment on reduction and scan, section 4.2.2 and figures 10 to 12; G. E. Blelloch, "Prefix sums and their
// applications".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void scan_blelloch(
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

    scratch[t] = block + t < n ? in[block + t] : IDENTITY;
    scratch[L + t] = block + L + t < n ? in[block + L + t] : IDENTITY;

    // Up-sweep: the tree of a reduction; all intermediate results stay in place.
    uint s = 1;
    for (uint pairs = L; pairs > 0; pairs /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < pairs) {
            uint left = s * (2 * t + 1) - 1;
            uint right = s * (2 * t + 2) - 1;
            scratch[right] = OP(scratch[left], scratch[right]);
        }
        s *= 2;
    }

    // The root holds the total of the block; it is replaced by the identity, the prefix of the first element.
    if (t == 0) {
        uint root = 2 * L - 1;
        sums[get_group_id(0)] = scratch[root];
        scratch[root] = IDENTITY;
    }

    // Down-sweep: the left child gets the prefix of its parent, the right child that prefix combined with the left child.
    for (uint pairs = 1; pairs <= L; pairs *= 2) {
        s /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < pairs) {
            uint left = s * (2 * t + 1) - 1;
            uint right = s * (2 * t + 2) - 1;
            T child = scratch[left];
            scratch[left] = scratch[right];
            scratch[right] = OP(scratch[right], child);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = t; i < 2 * L; i += L)
        if (block + i < n)
            out[block + i] = exclusive ? scratch[i] : OP(scratch[i], in[block + i]);
}

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
__kernel void scan_blelloch_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
