// Interleaved addressing in global memory: one launch a step, in place.
//
// In the launch for step s = 1, 2, 4 … work-item g adds a[2sg + s] to a[2sg]. The end of a launch is the
// only barrier there is between work-groups, so every step needs a launch of its own.
//
// Watch: all work-items add and none diverges, yet each step spreads the same warp over twice as much
// memory: coalescing gets worse until every lane costs a transaction of its own.
// Needs: ceil(pairs / group size) work-groups, where pairs = ceil((n - s) / 2s); with n a power of two
// that is exactly n / 2s work-items. The order of operands is kept, so any associative OP will do.
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
    // In size_t: for a large array 2 * s * g leaves the range of uint.
    size_t left = 2 * (size_t)s * get_global_id(0);
    size_t right = left + s;

    if (right < n)
        a[left] = OP(a[left], a[right]);
}
