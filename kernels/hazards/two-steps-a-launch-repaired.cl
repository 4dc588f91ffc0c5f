// Repaired: one launch for each step.
//
// A launch begins when all work-groups of the previous launch have ended. Therefore each step reads final values, and
// the kernel needs no barrier.
//
// Watch: twice as many launches; each costs a few microseconds.
// Result: a[0] after the last launch. The input is overwritten.
// Twin: hazards/two-steps-a-launch.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_two_steps_a_launch_repaired(
    __global T *a,
    uint step,
    uint n)
{
    size_t g = get_global_id(0);
    size_t s = step;

    if (g % (2 * s) == 0 && g + s < n)
        a[g] = OP(a[g], a[g + s]);
}
