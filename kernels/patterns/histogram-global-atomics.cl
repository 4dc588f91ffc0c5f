// Histogram by atomic operations on global memory: every element increments its bin.
//
// All work-items share the bins. Atomic increments are never lost, but increments of one bin are executed one after
// another: with fewer bins or more equal elements, they wait longer.
// Costs: one atomic operation on global memory per element.
// Watch: the number of lanes of a warp that increment the same bin.
// Needs: whole numbers; an element belongs to bin (its value modulo the number of bins).
// Result: bins[b] is the number of elements that belong to bin b.
// From: lecture slides on convolution and scan, "Reduction enables other techniques": the form before privatization.

#ifndef T
#define T int
#endif

__kernel void patterns_histogram_global_atomics(
    __global uint *restrict bins,
    __global const T *restrict in,
    uint count,
    uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        atomic_inc(&bins[(uint)in[i] % count]);
}
