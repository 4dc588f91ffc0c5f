// The cost-optimal scan: p work-items, far fewer than elements, each with its own block of k elements.
//
// 1. Each work-item scans its k elements sequentially. 2. The totals of the blocks are scanned with the same kernel,
// which gives the total of all preceding blocks. 3. Each work-item adds that total to its block. With k = log n
// there are still Θ(log n) steps, and p times the number of steps is within a constant factor of sequential work.
// Costs: each level of m elements in b = ⌈m / k⌉ blocks: T = min(k, m), W = m.
// Watch: about 2n operations and no barriers. But consecutive work-items access elements that are k apart, which costs
// a warp many transactions.
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

// Adds to each element of a work-item's block the total of all preceding blocks.
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
