// Broken: no barrier after the counter is set to 0, so another warp may add to it before.
//
// Work-item 0 clears the counter, and with it whatever a quicker warp has added already.
//
// Watch: with one warp in lockstep all goes well, and so it does as long as warp 0 comes first.
// Shows as: a data race between the write of 0 and an atomic addition, which do not exclude each other.
// Met: https://github.com/GPGPUCourse/GPGPUTasks2023/pull/300 (commits b958acd and 2efb558).
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
