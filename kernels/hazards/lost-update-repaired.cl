// Repaired: atomic_add makes the read, the addition and the write one thing.
//
// Watch: it is right, but the additions come one after another, n of them at the same address. The tree is what
// avoids that.
// Needs: int or uint, and sums: T and + are those of atomic_add.
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
