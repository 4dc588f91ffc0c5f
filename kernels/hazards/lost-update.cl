// Broken: all work-items add to the same address at the same time, and most of the additions are lost.
//
// `total[0] += x` is a read, an addition and a write. If two work-items read the same old value, both write their own
// sum, and one of the two elements is missing. A histogram that counts with bins[b]++ has the same
// error in each bin.
//
// Watch: all lanes of a warp read before any of them writes: of their elements, one is added.
// Shows as: a data race between two work-items at the line that adds.
// Seen in: https://github.com/mc-imperial/gpuverify/issues/55.
// Twin: hazards/lost-update-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_lost_update(
    __global T *restrict total,
    __global const T *restrict in,
    uint n)
{
    uint g = get_global_id(0);

    if (g < n)
        total[0] += in[g];
}
