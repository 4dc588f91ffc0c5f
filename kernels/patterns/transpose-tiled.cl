// Transpose through a tile in local memory: rows are read and rows are written.
//
// A work-group loads a square tile row by row, waits, and writes its columns as rows of the result: in global memory,
// neighbours always access neighbouring elements. The work-items share the SIDE rows, ROWS at a time, so each has
// several loads in flight. For the store, a column of the tile is read from local memory: with as many elements in a
// row as there are banks, a column is in a single bank. Consecutive work-groups process tiles below each other, so they
// write contiguous memory.
// Costs: one load and one store of global and of local memory per element.
// Watch: bank conflicts of the load from local memory, as many as the tile has rows.
// Needs: SIDE × ROWS work-items per work-group, where ROWS divides SIDE.
// Result: out[x * rows + y] = in[y * columns + x].
// From: GPU-computing assignment on reduction and scan, figure 3.

#ifndef T
#define T int
#endif
#ifndef SIDE  // side of the tile
#define SIDE 16
#endif
#ifndef ROWS  // rows of work-items
#define ROWS 4
#endif
#define PITCH SIDE

__kernel void patterns_transpose_tiled(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict tile,
    uint columns,
    uint rows)
{
    uint tx = get_local_id(0);
    uint ty = get_local_id(1);
    size_t left = (size_t)SIDE * get_group_id(1);
    size_t top = (size_t)SIDE * get_group_id(0);
    bool whole = left + SIDE <= columns && top + SIDE <= rows;

    for (uint r = 0; r < SIDE; r += ROWS)
        if (whole || (left + tx < columns && top + ty + r < rows))
            tile[(ty + r) * PITCH + tx] = in[(top + ty + r) * columns + left + tx];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint r = 0; r < SIDE; r += ROWS)
        if (whole || (left + ty + r < columns && top + tx < rows))
            out[(left + ty + r) * rows + top + tx] = tile[tx * PITCH + ty + r];
}
