// One item per output: work-item i alone combines x[0] … x[i].
// Costs: T = n, W = n (n + 1) / 2.
// Watch: the result is right and no work-item waits for another, but n (n + 1) / 2 operations are executed where n - 1
// suffice, and the last work-item of a warp keeps all others waiting. How not to do it.
// Result: out[i]; the exclusive form leaves out x[i].
// From: lecture slides on convolution, reduction trees and scan, "a naive inclusive parallel scan".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void scan_one_item_per_output(
    __global T *restrict out,
    __global const T *restrict in,
    uint n,
    uint exclusive)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;

    uint end = exclusive ? i : i + 1;
    T sum = IDENTITY;
    for (uint j = 0; j < end; j++)
        sum = OP(sum, in[j]);
    out[i] = sum;
}
