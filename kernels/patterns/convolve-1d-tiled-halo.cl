// Tiled convolution: each work-group first loads its elements and the halo around them into local memory.
//
// A tile of L outputs needs L + width − 1 inputs. The work-items load them together, in strides of L: a tile may be
// larger than its work-group. Ghost cells become zeros in the tile, so the sum needs no test. Each input is loaded once
// by a work-group, not up to `width` times.
// Costs: L + width − 1 loads for L · width uses: L · width / (L + width − 1) times fewer loads than without a tile.
// Watch: only the halo is loaded by two work-groups.
// Needs: an odd mask width.
// Result: out[i], written by work-item i.
// From: lecture slides on convolution and scan, "Tiled 1D convolution basic idea".

#ifndef T
#define T int
#endif

__kernel void patterns_convolve_1d_tiled_halo(
    __global T *restrict out,
    __global const T *restrict in,
    __constant T *restrict mask,
    __local T *restrict tile,
    uint width,
    uint n,
    uint tile_size)
{
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    size_t first = (size_t)tile_size * get_group_id(0);

    for (uint c = t; c < tile_size + width - 1; c += L) {
        size_t at = first + c;
        tile[c] = at >= width / 2 && at - width / 2 < n ? in[at - width / 2] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint c = t; c < tile_size && first + c < n; c += L) {
        T sum = 0;
        for (uint j = 0; j < width; ++j)
            sum += tile[c + j] * mask[j];
        out[first + c] = sum;
    }
}
