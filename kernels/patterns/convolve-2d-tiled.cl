// Tiled convolution in two dimensions: a work-group loads a square tile and the halo around it.
//
// An output tile of S × S needs (S + width − 1)² inputs. The work-items of a square work-group load them together, in
// strides: a tile may be larger than its work-group. Cells outside the matrix are ghost cells, which are zeros
// in the tile.
// Costs: (S + width − 1)² loads for S² · width² uses: S² width² / (S + width − 1)² times fewer loads.
// Watch: the larger the tile, the smaller the share of its halo; local memory limits it.
// Needs: an odd mask width, a square work-group.
// Result: out[y * columns + x].
// From: lecture slides on convolution and scan, "Bandwidth reduction in 2D".

#ifndef T
#define T int
#endif

__kernel void patterns_convolve_2d_tiled(
    __global T *restrict out,
    __global const T *restrict in,
    __constant T *restrict mask,
    __local T *restrict tile,
    uint width,
    uint columns,
    uint rows,
    uint tile_size)
{
    uint t = get_local_id(1) * get_local_size(0) + get_local_id(0);
    uint items = get_local_size(0) * get_local_size(1);
    uint side = tile_size + width - 1;
    size_t left = (size_t)tile_size * get_group_id(0);
    size_t top = (size_t)tile_size * get_group_id(1);

    for (uint c = t; c < side * side; c += items) {
        size_t column = left + c % side;
        size_t row = top + c / side;
        bool inside = column >= width / 2 && column - width / 2 < columns &&
                      row >= width / 2 && row - width / 2 < rows;
        tile[c] = inside ? in[(row - width / 2) * columns + column - width / 2] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint c = t; c < tile_size * tile_size; c += items) {
        uint x = c % tile_size;
        uint y = c / tile_size;
        T sum = 0;
        for (uint j = 0; j < width; ++j)
            for (uint k = 0; k < width; ++k)
                sum += tile[(y + j) * side + x + k] * mask[j * width + k];
        if (left + x < columns && top + y < rows)
            out[(top + y) * columns + left + x] = sum;
    }
}
