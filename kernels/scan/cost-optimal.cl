// The cost-optimal scan: p work-items, far fewer than elements, each with a block of its own.
//
// 1. each work-item scans its k elements one after another; 2. what the blocks come to is scanned, with the same
// kernel, to give what comes before each; 3. each work-item adds that to its block. With k = log n the
// steps stay Θ(log n) while p times the steps is no more than the work of one processor.
//
// Watch: 2 (n - p) operations and no barrier at all; but neighbours read k elements apart, which a warp pays for
// in transactions.
// Result: out, and sums[work-item].
// From: lecture slides on parallel reduction and prefix sum, "cost-optimal prefix sum".

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void scan_cost_optimal(
    __global T *restrict out,
    __global const T *restrict in,
    __global T *restrict sums,
    uint k,
    uint n,
    uint exclusive)
{
    size_t begin = (size_t)k * get_global_id(0);
    if (begin >= n)
        return;

    size_t end = min(begin + k, (size_t)n);
    T sum = IDENTITY;
    for (size_t i = begin; i < end; i++) {
        T with = OP(sum, in[i]);
        out[i] = exclusive ? sum : with;
        sum = with;
    }
    sums[get_global_id(0)] = sum;
}

// Adds what comes before a work-item's block to each of its elements.
__kernel void scan_cost_optimal_add(
    __global T *restrict out,
    __global const T *restrict offsets,
    uint k,
    uint n)
{
    size_t begin = (size_t)k * get_global_id(0);
    size_t end = min(begin + k, (size_t)n);
    if (begin >= n)
        return;

    T before = offsets[get_global_id(0)];
    for (size_t i = begin; i < end; i++)
        out[i] = OP(before, out[i]);
}
