// Word count: map each character to 1 where a word begins, else to 0, and reduce by addition.
//
// A word begins at a non-blank character that is the first one or follows a blank. The map needs no additional
// memory: a work-item computes its value when the reduction loads it. Each work-group writes one count; further
// launches add these counts.
// Costs: two loads of a character each; log L steps, as for any reduction.
// Watch: the same tree as in reduce/sequential-local: only the load has changed.
// Needs: L a power of two.
// Result: counts[group], added up by launches of reduce/sequential-local.
// From: lecture slides on convolution and scan, "Partition and summarize" (MapReduce).

__kernel void patterns_word_count(
    __global uint *restrict counts,
    __global const uchar *restrict text,
    __local uint *restrict scratch,
    uint n)
{
    uint t = get_local_id(0);
    size_t i = get_global_id(0);
    bool begins = i < n && text[i] > ' ' && (i == 0 || text[i - 1] <= ' ');
    scratch[t] = begins ? 1 : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] += scratch[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        counts[get_group_id(0)] = scratch[0];
}
