// Transpose through a padded tile: one unused element a row sends a column to different banks.
//
// As the tiled transpose, but a row of the tile is one element longer than the tile is wide: the elements of a column
// lie a row and one bank apart, so that they are in different banks.
// Costs: one load and one store of global and of local memory an element.
// Watch: no bank conflict is left, for SIDE elements of local memory more.
// Needs: SIDE × ROWS work-items a work-group, and ROWS that divide SIDE.
// Result: out[x * rows + y] = in[y * columns + x].
// From: GPU-computing assignment on reduction and scan, figure 3.

#ifndef T
#define T int
#endif
#ifndef SIDE  // of the tile
#define SIDE 16
#endif
#ifndef ROWS  // of work-items
#define ROWS 4
#endif
#define PITCH (SIDE + 1)

__kernel void patterns_transpose_padded(
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
