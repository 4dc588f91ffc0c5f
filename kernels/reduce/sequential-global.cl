// Sequential addressing in global memory: one launch per step, in place.
//
// The upper half of the array is added to the lower half: work-item g adds a[g + m] to a[g]. Work-groups are
// synchronised only at the end of a launch, so every step needs its own launch.
// Costs: T = ⌈log n⌉, W = n − 1.
// Watch: consecutive work-items access consecutive elements, so accesses are coalesced in every step.
// Needs: m = ceil(count / 2) for `count` remaining elements, at least count - m work-items, and a commutative OP.
// Result: a[0] after the last launch. The input is overwritten.
// From: GPU-computing assignment on reduction and scan, section 3.3.2 and figure 7.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void reduce_sequential_global(
    __global T *a,
    uint m,
    uint count)
{
    size_t g = get_global_id(0);

    if (g + m < count)
        a[g] = OP(a[g], a[g + m]);
}
