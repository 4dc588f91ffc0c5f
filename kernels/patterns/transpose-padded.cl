// Transpose through a padded tile: one unused element per row distributes a column over different banks.
//
// Like the tiled transpose, but each row of the tile is one element longer than the tile is wide: adjacent elements of
// a column are one bank apart, so a column is in different banks.
// Costs: one load and one store of global and of local memory per element.
// Watch: no bank conflicts, for SIDE more elements of local memory.
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
