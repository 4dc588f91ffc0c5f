// Broken: all steps of a reduction in global memory in one launch, with a barrier between them.
//
// barrier(CLK_GLOBAL_MEM_FENCE) is mistaken for a device-wide barrier. It synchronises one work-group; the flag only
// selects the memory that is ordered. A work-group can start the next step before another has finished the current
// step, and then reads an old value.
//
// Watch: right while n <= L, with a single work-group. In the fixed order work-group 0 does all its steps before
// another has begun, and reads inputs instead of sums. hazards/two-steps-a-launch reads values that are only one step
// old, as in figure 6 of the assignment.
// Shows as: a data race between two work-groups at the line that adds.
// Seen in: https://github.com/jrprice/Oclgrind/issues/159, https://github.com/ROCm/legacy-rocm-build/issues/475.
// Twin: hazards/in-place-global-steps-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_in_place_global_steps(
    __global T *a,
    uint n)
{
    size_t g = get_global_id(0);

    for (size_t s = 1; s < n; s *= 2) {
        if (g % (2 * s) == 0 && g + s < n)
            a[g] = OP(a[g], a[g + s]);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
