// Histogram by atomic operations on global memory: every element increments its bin.
//
// All work-items share the bins. An atomic increment never loses another's, but increments of one bin happen one after
// another: the fewer bins, or the more alike the elements, the longer the queue.
// Costs: one atomic operation of global memory an element.
// Watch: how many lanes of a warp increment the same bin.
// Needs: whole numbers; an element belongs to bin (its value modulo the number of bins).
// Result: bins[b] is how many elements belong to bin b.
// From: lecture slides on convolution and scan, "Reduction enables other techniques": privatization, as what it improves on.

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
