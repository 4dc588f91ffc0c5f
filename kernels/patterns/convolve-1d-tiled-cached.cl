// Tiled convolution that leaves the halo to the cache.
//
// Each work-group loads only its own L elements into local memory. The few elements left and right of them are read
// from global memory: the neighbouring work-group has just loaded them, so they are probably in the cache. The tile is
// as large as the work-group, and no work-item loads twice.
// Costs: L loads for the tile, and width² / 4 of the halo at each side.
// Watch: warps at the edges of a tile diverge; a device without a cache reads the halo from memory each time.
// Needs: an odd mask width.
// Result: out[i], written by work-item i.
// From: lecture slides on convolution and scan, "convolution 1D tiled cache kernel".

#ifndef T
#define T int
#endif

__kernel void patterns_convolve_1d_tiled_cached(
    __global T *restrict out,
    __global const T *restrict in,
    __constant T *restrict mask,
    __local T *restrict tile,
    uint width,
    uint n)
{
    uint t = get_local_id(0);
    uint L = get_local_size(0);
    size_t first = (size_t)L * get_group_id(0);
    size_t i = first + t;

    tile[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n)
        return;

    T sum = 0;
    for (uint j = 0; j < width; ++j) {
        size_t at = i + j;
        if (at < width / 2 || at - width / 2 >= n)
            continue;
        at -= width / 2;
        if (at >= first && at < first + L)
            sum += tile[at - first] * mask[j];
        else
            sum += in[at] * mask[j];
    }
    out[i] = sum;
}
