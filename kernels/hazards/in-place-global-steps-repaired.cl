// Repaired: one launch for each step s = 1, 2, 4 …
//
// Work-groups are synchronised only at the end of a launch, so the loop over the steps is in the host program.
//
// Watch: one launch per step, and fewer and fewer active work-items. reduce/interleaved-global launches only the
// active ones.
// Result: a[0] after the last launch. The input is overwritten.
// Twin: hazards/in-place-global-steps.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_in_place_global_steps_repaired(
    __global T *a,
    uint step,
    uint n)
{
    size_t g = get_global_id(0);
    size_t s = step;

    if (g % (2 * s) == 0 && g + s < n)
        a[g] = OP(a[g], a[g + s]);
}
