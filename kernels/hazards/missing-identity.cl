// Broken: a work-item without an element leaves its word of local memory uninitialised.
//
// The guard rightly prevents reads beyond the end of `in`, but the tree adds all L words, initialised or not. Local
// memory contains arbitrary old values.
//
// Watch: only a work-group that is not full is affected; on many devices the word happens to be 0, and a sum looks
// right where a product or a minimum would not.
// Shows as: an uninitialised read of local memory at the line that adds.
// Seen in: kernels whose n does not fill the work-groups, such as https://github.com/diku-dk/futhark/issues/271.
// Twin: hazards/missing-identity-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_missing_identity(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    uint g = get_global_id(0);
    int L = get_local_size(0);

    if (g < n)
        scratch[t] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
