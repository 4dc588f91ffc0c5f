// Transpose, naive: each work-item moves one element from its row to its column.
//
// Neighbouring work-items read neighbouring elements of a row, but write to a column: their places are a whole row
// apart, so each work-item accesses a different segment of memory.
// Costs: one load and one store per element.
// Watch: the transactions of the store: one for each lane.
// Needs: a square work-group.
// Result: out[x * rows + y] = in[y * columns + x].
// From: GPU-computing assignment on reduction and scan, figure 3 (the padded tile improves on this kernel).

#ifndef T
#define T int
#endif

__kernel void patterns_transpose(
    __global T *restrict out,
    __global const T *restrict in,
    uint columns,
    uint rows)
{
    size_t x = get_global_id(0);
    size_t y = get_global_id(1);
    if (x < columns && y < rows)
        out[x * rows + y] = in[y * columns + x];
}
