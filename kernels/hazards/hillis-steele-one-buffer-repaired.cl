// Repaired: two buffers in alternation. A step reads one and writes the other.
//
// No work-item overwrites a value that others still read, and the only barrier is the one at the end of a step. The
// other cure is a second barrier between reading and writing: scan/hillis-steele-local.
//
// Watch: twice the local memory.
// Result: out, and sums[group]. The exclusive form writes the value of the left neighbour.
// Twin: hazards/hillis-steele-one-buffer.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_hillis_steele_one_buffer_repaired(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict sums,
    __local T *restrict scratch,
    uint n,
    uint exclusive)
{
    uint t = get_local_id(0);
    uint g = get_global_id(0);
    uint L = get_local_size(0);
    __local T *from = scratch, *to = scratch + L;

    from[t] = g < n ? in[g] : IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = 1; s < L; s *= 2) {
        if (t >= s)
            to[t] = OP(from[t - s], from[t]);
        else
            to[t] = from[t];
        barrier(CLK_LOCAL_MEM_FENCE);

        __local T *swap = from;
        from = to;
        to = swap;
    }

    if (g < n)
        out[g] = !exclusive ? from[t] : t > 0 ? from[t - 1] : IDENTITY;
    if (t == L - 1)
        sums[get_group_id(0)] = from[t];
}

// Adds to each element of a block the total of all preceding blocks; offsets[b] holds that total for block b.
__kernel void hazards_hillis_steele_one_buffer_repaired_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint block,
    uint n)
{
    size_t g = get_global_id(0);

    if (g < n)
        out[g] = OP(offsets[g / block], out[g]);
}
