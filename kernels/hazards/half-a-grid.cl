// Broken: each work-item adds two elements while it loads them, but the host launches a work-item for each element.
//
// Such a kernel needs half a grid: a work-group of L work-items reduces 2L elements. The kernel's text does not show this;
// the host program must ensure it. With a whole grid the upper half of the work-groups has no elements, and yet each of them
// writes a result, beyond the end of `out`. In CUDA the same happens with <<<n / L, L>>>.
//
// Watch: the result may look right, because the work-groups with elements still compute it.
// Shows as: a write out of bounds to the array of results.
// Seen in: lecture slides on parallel reduction, kernel 4: "Careful! We use half a grid. The code does not show it."
// Twin: hazards/half-a-grid-repaired.

#ifndef T
#define T int
#define OP(a, b) ((a) + (b))
#define IDENTITY 0
#endif

__kernel void hazards_half_a_grid(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict scratch,
    uint n)
{
    int t = get_local_id(0);
    int L = get_local_size(0);
    size_t left = 2 * (size_t)L * get_group_id(0) + t;
    size_t right = left + L;

    T sum = left < n ? in[left] : IDENTITY;
    if (right < n)
        sum = OP(sum, in[right]);
    scratch[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = L / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = OP(scratch[t], scratch[t + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t == 0)
        out[get_group_id(0)] = scratch[0];
}
