// Broken: a local counter is incremented before it is initialised.
//
// Local memory is not cleared when a work-group starts: it contains the values that the previous work-group on this
// compute unit has left there.
//
// Watch: the first work-group often finds zeros; the error only appears when a second one follows.
// Shows as: an uninitialised read of local memory at the line that adds.
// Seen in: https://github.com/GPGPUCourse/GPGPUTasks2023/pull/300.
// Twin: hazards/uninitialised-local-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_uninitialised_local(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict total,
    uint n)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);

    if (g < n)
        atomic_add(total, in[g]);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t == 0)
        out[get_group_id(0)] = *total;
}
