// Transpose through a padded tile: one unused element a row sends a column to different banks.
//
// As the tiled transpose, but a row of the tile is one element longer than the work-group is wide: the elements of a
// column lie a row and one bank apart, so that they are in different banks.
// Costs: one load and one store of global and of local memory an element.
// Watch: no bank conflict is left, for side · elements of local memory more.
// Needs: a square work-group.
// Result: out[x * rows + y] = in[y * columns + x].
// From: GPU-computing assignment on reduction and scan, figure 3.

#ifndef T
#define T int
#endif

__kernel void patterns_transpose_padded(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict tile,
    uint columns,
    uint rows)
{
    uint side = get_local_size(0);
    uint tx = get_local_id(0);
    uint ty = get_local_id(1);
    uint pitch = side + 1;

    size_t x = (size_t)side * get_group_id(0) + tx;
    size_t y = (size_t)side * get_group_id(1) + ty;
    if (x < columns && y < rows)
        tile[ty * pitch + tx] = in[y * columns + x];
    barrier(CLK_LOCAL_MEM_FENCE);

    x = (size_t)side * get_group_id(0) + ty;
    y = (size_t)side * get_group_id(1) + tx;
    if (x < columns && y < rows)
        out[x * rows + y] = tile[tx * pitch + ty];
}
