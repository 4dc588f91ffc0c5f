// Repaired: atomic_add makes read, addition and write one indivisible operation.
//
// Watch: the result is right, but n additions to the same address are executed one after another. A reduction tree
// avoids this.
// Needs: int or uint, and addition: T and OP must match atomic_add.
// Result: total[0], which the host has set to 0.
// Twin: hazards/lost-update.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_lost_update_repaired(
    __global T *restrict total,
    __global const T *restrict in,
    uint n)
{
    uint g = get_global_id(0);

    if (g < n)
        atomic_add(&total[0], in[g]);
}
