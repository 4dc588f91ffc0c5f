// Tiled convolution in two dimensions: a work-group loads a square tile and the halo around it.
//
// An output tile of S × S needs (S + width − 1)² inputs. The work-items of a square work-group load them together, row by
// row in strides: a tile may be larger than its work-group. Cells outside the matrix are ghost cells, zeros in
// the tile.
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
    uint side = tile_size + width - 1;
    size_t left = (size_t)tile_size * get_group_id(0);
    size_t top = (size_t)tile_size * get_group_id(1);

    for (uint y = get_local_id(1); y < side; y += get_local_size(1)) {
        for (uint x = get_local_id(0); x < side; x += get_local_size(0)) {
            size_t column = left + x;
            size_t row = top + y;
            bool inside = column >= width / 2 && column - width / 2 < columns &&
                          row >= width / 2 && row - width / 2 < rows;
            tile[y * side + x] = inside ? in[(row - width / 2) * columns + column - width / 2] : 0;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint y = get_local_id(1); y < tile_size && top + y < rows; y += get_local_size(1)) {
        for (uint x = get_local_id(0); x < tile_size && left + x < columns; x += get_local_size(0)) {
            T sum = 0;
            for (uint j = 0; j < width; ++j)
                for (uint k = 0; k < width; ++k)
                    sum += tile[(y + j) * side + x + k] * mask[j * width + k];
            out[(top + y) * columns + left + x] = sum;
        }
    }
}
