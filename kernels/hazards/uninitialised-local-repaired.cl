// Repaired: work-item 0 sets the counter to 0, and a barrier makes the others wait for this write.
//
// Both are needed: hazards/counter-not-yet-zero sets the counter but has no barrier.
//
// Needs: int or uint, and addition: T and OP must match atomic_add.
// Result: out[group], written by work-item 0 of each work-group.
// Twin: hazards/uninitialised-local.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_uninitialised_local_repaired(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict total,
    uint n)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);

    if (t == 0)
        *total = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (g < n)
        atomic_add(total, in[g]);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t == 0)
        out[get_group_id(0)] = *total;
}
