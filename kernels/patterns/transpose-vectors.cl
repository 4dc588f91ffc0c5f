// Transpose with vectors: a tile is read and written in vectors, and transposed in local memory.
//
// A work-item loads vectors along the rows of the matrix and stores vectors along the rows of the result, so each
// instruction moves as much data as possible. Its loads do not wait for each other: the sizes of the tile and of the
// work-group are known at build time, so the loops are unrolled.
// Costs: one load and one store of global memory for each vector; one of local memory for each element.
// Watch: a vector's elements are written to local memory one by one, as a column: two lanes per bank.
// Needs: rows and columns that are multiples of WIDTH; others are moved element by element.
// Result: out[x * rows + y] = in[y * columns + x].
// From: GPU-computing assignment on reduction and scan, figure 3, with vectors as in its tuned reduction.

#ifndef T
#define T int
#endif
#ifndef WIDTH  // number of elements in a vector
#define WIDTH 4
#endif
#ifndef SIDE  // side of the tile, a multiple of WIDTH
#define SIDE 16
#endif
#ifndef L  // number of work-items in a work-group
#define L 64
#endif
#define PITCH (SIDE + 1)
#define IN_A_ROW (SIDE / WIDTH)
#define SHARE ((SIDE * IN_A_ROW + L - 1u) / L)  // vectors of a work-item

#define JOIN_TEXTS(a, b) a##b
#define JOIN(a, b) JOIN_TEXTS(a, b)
#if WIDTH == 1
#define VECTOR T
#else
#define VECTOR JOIN(T, WIDTH)
#endif
union vector { VECTOR whole; T element[WIDTH]; };

__kernel void patterns_transpose_vectors(
    __global T *restrict out,
    __global const T *restrict in,
    __local T *restrict tile,
    uint columns,
    uint rows)
{
    uint t = get_local_id(0);
    size_t left = (size_t)SIDE * get_group_id(1);
    size_t top = (size_t)SIDE * get_group_id(0);
    bool whole = left + SIDE <= columns && top + SIDE <= rows && columns % WIDTH == 0 && rows % WIDTH == 0;

    if (!whole) {
        for (uint i = t; i < SIDE * SIDE; i += L)
            if (left + i % SIDE < columns && top + i / SIDE < rows)
                tile[i / SIDE * PITCH + i % SIDE] = in[(top + i / SIDE) * columns + left + i % SIDE];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = t; i < SIDE * SIDE; i += L)
            if (left + i / SIDE < columns && top + i % SIDE < rows)
                out[(left + i / SIDE) * rows + top + i % SIDE] = tile[i % SIDE * PITCH + i / SIDE];
        return;
    }

    union vector x[SHARE];
    #pragma unroll
    for (uint s = 0; s < SHARE; ++s) {
        uint v = t + s * L;
        if (SIDE * IN_A_ROW % L == 0 || v < SIDE * IN_A_ROW)
            x[s].whole = *(__global const VECTOR *)(in + (top + v / IN_A_ROW) * columns + left + v % IN_A_ROW * WIDTH);
    }
    #pragma unroll
    for (uint s = 0; s < SHARE; ++s) {
        uint v = t + s * L;
        if (SIDE * IN_A_ROW % L == 0 || v < SIDE * IN_A_ROW) {
            #pragma unroll
            for (uint k = 0; k < WIDTH; ++k)
                tile[v / IN_A_ROW * PITCH + v % IN_A_ROW * WIDTH + k] = x[s].element[k];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    #pragma unroll
    for (uint s = 0; s < SHARE; ++s) {
        uint v = t + s * L;
        if (SIDE * IN_A_ROW % L == 0 || v < SIDE * IN_A_ROW) {
            #pragma unroll
            for (uint k = 0; k < WIDTH; ++k)
                x[s].element[k] = tile[(v % IN_A_ROW * WIDTH + k) * PITCH + v / IN_A_ROW];
            *(__global VECTOR *)(out + (left + v / IN_A_ROW) * rows + top + v % IN_A_ROW * WIDTH) = x[s].whole;
        }
    }
}
