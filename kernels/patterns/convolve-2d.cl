// Convolution in two dimensions: each element of a matrix becomes a weighted sum of the square around it.
//
// A work-item computes one element. It tests whether each neighbour is inside the matrix; those outside are ghost cells
// and count as 0. Each element is loaded from global memory by up to width² work-items.
// Costs: n · width² loads of elements, less one for each ghost cell.
// Watch: a cache saves most of the loads; the tile of the next kernel saves them on every device.
// Needs: an odd mask width, a square work-group.
// Result: out[y * columns + x].
// From: lecture slides on convolution and scan, "2D convolution".

#ifndef T
#define T int
#endif

__kernel void patterns_convolve_2d(
    __global T *restrict out,
    __global const T *restrict in,
    __constant T *restrict mask,
    uint width,
    uint columns,
    uint rows)
{
    size_t x = get_global_id(0);
    size_t y = get_global_id(1);
    if (x >= columns || y >= rows)
        return;

    T sum = 0;
    for (uint j = 0; j < width; ++j)
        for (uint k = 0; k < width; ++k) {
            size_t column = x + k;
            size_t row = y + j;
            if (column >= width / 2 && column - width / 2 < columns &&
                row >= width / 2 && row - width / 2 < rows)
                sum += in[(row - width / 2) * columns + column - width / 2] * mask[j * width + k];
        }
    out[y * columns + x] = sum;
}
