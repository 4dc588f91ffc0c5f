// Half of a tile of eight threads synchronises.
// run: --global 32 --local 32 buffer:int:32=iota buffer:int:32=0:dump
// finds lane_mask: thread 0 (lane 0) calls a function of its warp at line 11 with mask 0x000000ff, but thread 4 (lane 4), which the mask names, does not arrive
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void wrong(const int *in, int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int value = in[threadIdx.x];
    if (tile.thread_rank() < 4) value += tile.shfl_down(value, 2);
    out[threadIdx.x] = value;
}

__global__ void right(const int *in, int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int value = in[threadIdx.x];
    const int other = tile.shfl_down(value, 2);
    if (tile.thread_rank() < 4) value += other;
    out[threadIdx.x] = value;
}
