// Transpose through a tile in local memory: rows are read and rows are written.
//
// A work-group loads a square tile row by row, waits, and writes its columns as rows of the result: global memory is
// accessed by neighbours only. The column of the tile is what the store now reads from local memory: with as
// many elements in a row as there are banks, a column lies in a single bank.
// Costs: one load and one store of global and of local memory an element.
// Watch: bank conflicts of the load from local memory, as many as there are rows in the tile.
// Needs: a square work-group.
// Result: out[x * rows + y] = in[y * columns + x].
// From: GPU-computing assignment on reduction and scan, figure 3.

#ifndef T
#define T int
#endif

__kernel void patterns_transpose_tiled(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict tile,
    uint columns,
    uint rows)
{
    uint side = get_local_size(0);
    uint tx = get_local_id(0);
    uint ty = get_local_id(1);
    uint pitch = side;

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
