// Interleaved addressing in global memory: one launch per step, in place.
//
// In the launch for step s = 1, 2, 4 … work-item g adds a[2sg + s] to a[2sg]. Work-groups are synchronised only
// at the end of a launch, so every step needs its own launch.
// Costs: T = ⌈log n⌉, W = n − 1.
// Watch: the active work-items are consecutive, so at most one warp diverges. But each step spreads the accesses
// of a warp over twice as much memory, until every lane causes a separate transaction.
// Needs: ceil(pairs / group size) work-groups, where pairs = ceil((n - s) / 2s); if n is a power of two, these
// are exactly n / 2s pairs. The order of operands is preserved, so OP only has to be associative.
// Result: a[0] after the last launch. The input is overwritten.
// From: GPU-computing assignment on reduction and scan, section 3.3.1 and figure 5.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_interleaved_global(
    __global T *a,
    uint s,
    uint n)
{
    // size_t, because 2 * s * g overflows uint for a large array.
    size_t left = 2 * (size_t)s * get_global_id(0);
    size_t right = left + s;

    if (right < n)
        a[left] = OP(a[left], a[right]);
}
