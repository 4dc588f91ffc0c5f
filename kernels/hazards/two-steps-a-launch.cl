// Broken: two steps of a reduction in global memory in each launch, with a barrier between them.
//
// Half as many launches as steps, but barrier(CLK_GLOBAL_MEM_FENCE) synchronises one work-group only. A work-group can
// start the second step of a launch before another has finished the first one. It then reads the value of the previous
// launch, which is exactly one step old.
//
// Watch: right while 4 * first <= L, because the work-items that exchange values are then in one work-group. Figure 6
// of the assignment shows this read for n = 16: step 4 starts with the value that a[8] had after step 2. The scene
// assets/scenes/figure-6.json has an input for which it is 32, as in the figure.
// Shows as: a data race between two work-groups at the line that adds.
// Seen in: GPU-computing assignment on reduction and scan, figure 6;
// https://github.com/jrprice/Oclgrind/issues/159.
// Twin: hazards/two-steps-a-launch-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_two_steps_a_launch(
    __global T *a,
    uint first,
    uint n)
{
    size_t g = get_global_id(0);

    for (size_t s = first; s <= 2 * first; s *= 2) {
        if (g % (2 * s) == 0 && g + s < n)
            a[g] = OP(a[g], a[g + s]);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
