// One item per output: work-item i combines x[0] … x[i] all by itself.
//
// Watch: the answer is right and nothing waits for anything, but n (n - 1) / 2 operations are done where n - 1
// would do, and the last work-item of a warp keeps all others waiting. This is the one to avoid.
// Result: out[i], exclusive: without x[i].
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
