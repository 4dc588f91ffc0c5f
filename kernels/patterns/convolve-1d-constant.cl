// Convolution with the mask in constant memory.
//
// All work-items read the same coefficients in the same order at the same time, and the mask does not change: constant
// memory is designed for this. Its cache broadcasts one address to a whole warp; different addresses would be served
// one after another.
// Costs: n · width loads of elements, less one for each ghost cell; the mask costs no load of global memory.
// Watch: the counter of constant memory: one address per request.
// Needs: an odd mask width.
// Result: out[i], written by work-item i.
// From: lecture slides on convolution and scan, "How to use constant memory".

#ifndef T
#define T int
#endif

__kernel void patterns_convolve_1d_constant(
    __global T *restrict out,
    __global const T *restrict in,
    __constant T *restrict mask,
    uint width,
    uint n)
{
    size_t i = get_global_id(0);
    if (i >= n)
        return;

    T sum = 0;
    for (uint j = 0; j < width; ++j) {
        size_t at = i + j;
        if (at >= width / 2 && at - width / 2 < n)
            sum += in[at - width / 2] * mask[j];
    }
    out[i] = sum;
}
