// Convolution in one dimension: each element becomes a weighted sum of its neighbours.
//
// Work-item i multiplies the `width` elements around in[i] with the mask, one after another. Elements outside the array,
// the ghost cells, count as 0 and are not read. Neighbouring work-items read almost the same elements: each
// element is loaded from global memory by up to `width` work-items.
// Costs: n · width loads of elements and as many of the mask, less one of each for each ghost cell.
// Watch: the loads of a warp overlap; a cache saves most of them; without one all go to global memory.
// Needs: an odd mask width.
// Result: out[i], written by work-item i.
// From: lecture slides on convolution and scan, "Simple 1D convolution kernel".

#ifndef T
#define T int
#endif

__kernel void patterns_convolve_1d(
    __global T *restrict out,
    __global const T *restrict in,
    __global const T *restrict mask,
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
