// Tiled convolution in two dimensions, with a work-item for each element of the input tile.
//
// A tile of S × S outputs needs S + width − 1 inputs in each dimension. The work-group has as many work-items: each
// loads one input. Those in the first S rows and columns then compute one output each; the others are idle.
// Costs: (S + width − 1)² loads for S² · width² uses, as in convolve-2d-tiled, but (S + width − 1)² work-items for S² outputs.
// Watch: `if (tx < tile_size && ty < tile_size)` diverges in each warp that has work-items of both kinds.
// Needs: an odd mask width, a square work-group of at least width × width work-items.
// Result: out[y * columns + x].
// From: lecture slides on convolution and scan, "Dealing with mismatch" to "Setting block size".

#ifndef T
#define T int
#endif

__kernel void patterns_convolve_2d_input_tile(
    __global T *restrict out,
    __global const T *restrict in,
    __constant T *restrict mask,
    __local T *restrict tile,
    uint width,
    uint columns,
    uint rows,
    uint tile_size)
{
    uint block_size = tile_size + (width - 1); // size of the work-group in each dimension
    uint tx = get_local_id(0);
    uint ty = get_local_id(1);
    long row_o = (long)tile_size * get_group_id(1) + ty;
    long column_o = (long)tile_size * get_group_id(0) + tx;
    long row_i = row_o - width / 2;
    long column_i = column_o - width / 2;

    if (row_i >= 0 && row_i < rows && column_i >= 0 && column_i < columns)
        tile[ty * block_size + tx] = in[row_i * columns + column_i];
    else
        tile[ty * block_size + tx] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (tx < tile_size && ty < tile_size) {
        T sum = 0;
        for (uint j = 0; j < width; ++j)
            for (uint k = 0; k < width; ++k)
                sum += tile[(ty + j) * block_size + tx + k] * mask[j * width + k];
        if (row_o < rows && column_o < columns)
            out[row_o * columns + column_o] = sum;
    }
}
