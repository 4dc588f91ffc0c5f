// Broken: no barrier after the counter is set to 0, so another warp may add to it too early.
//
// Work-item 0 then sets the counter to 0 and discards what a faster warp has already added.
//
// Watch: the result is right with one warp in lockstep, and with several warps as long as warp 0 comes first.
// Shows as: a data race between the write of 0 and an atomic addition: a plain write is not ordered with atomics.
// Seen in: https://github.com/GPGPUCourse/GPGPUTasks2023/pull/300 (commits b958acd and 2efb558).
// Twin: hazards/counter-not-yet-zero-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_counter_not_yet_zero(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict total,
    uint n)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);

    if (t == 0)
        *total = 0;

    if (g < n)
        atomic_add(total, in[g]);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t == 0)
        out[get_group_id(0)] = *total;
}
