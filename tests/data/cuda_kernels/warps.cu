// Functions of warps and groups of threads. A line "// run:" has the arguments of `lockstep simulate`.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

// run: --kernel butterfly --global 128 --local 64 buffer:float:128=iota:dump buffer:float:128:dump
__global__ void butterfly(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = in[i];
    for (int mask = 16; mask > 0; mask >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, mask);
    out[i] = sum;
}

// run: --kernel segments --global 64 --local 64 buffer:int:64=iota:dump buffer:int:64:dump
__global__ void segments(const int *in, int *out)
{
    int value = in[threadIdx.x];
    for (int d = 1; d < 8; d *= 2) {
        const int other = __shfl_up_sync(0xffffffff, value, d, 8);
        if (threadIdx.x % 8 >= d) value += other;
    }
    out[threadIdx.x] = value;
}

// run: --kernel votes --global 96 --local 96 buffer:int:96=iota:dump buffer:int:96:dump
__global__ void votes(const int *in, int *out)
{
    const int value = in[threadIdx.x];
    const unsigned odd = __ballot_sync(0xffffffff, value & 1);
    const int any = __any_sync(0xffffffff, value == 40), all = __all_sync(0xffffffff, value < 64);
    out[threadIdx.x] = __popc(odd) + 100 * any + 1000 * all;
}

// run: --kernel half_of_warp --global 64 --local 64 buffer:int:64=iota:dump buffer:int:64=0:dump
__global__ void half_of_warp(const int *in, int *out)
{
    if (threadIdx.x % 32 < 16) {
        int value = in[threadIdx.x];
        for (int d = 8; d > 0; d /= 2) value += __shfl_down_sync(0x0000ffff, value, d, 16);
        if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = value;
    }
}

// run: --kernel matches --global 32 --local 32 buffer:int:32=iota:dump buffer:int:32:dump
__global__ void matches(const int *in, int *out)
{
    const unsigned same = __match_any_sync(0xffffffff, in[threadIdx.x] % 5);
    out[threadIdx.x] = __popc(same) * 100 + __ffs(same);
}

// run: --kernel totals --global 64 --local 32 buffer:uint:64=iota:dump buffer:uint:8=0:dump
__global__ void totals(const unsigned *in, unsigned *out)
{
    const unsigned x = in[blockIdx.x * 32 + threadIdx.x];
    const unsigned sum = __reduce_add_sync(0xffffffff, x), most = __reduce_max_sync(0xffffffff, x ^ 5);
    const unsigned bits = __reduce_or_sync(0xffffffff, x << 1);
    if (threadIdx.x == 0) {
        out[4 * blockIdx.x] = sum;
        out[4 * blockIdx.x + 1] = most;
        out[4 * blockIdx.x + 2] = bits;
    }
}

// run: --kernel tile_sums<4> --global 64 --local 64 buffer:int:64=iota:dump buffer:int:64:dump
// run: --kernel tile_sums<16> --global 64 --local 64 buffer:int:64=iota:dump buffer:int:64:dump
template <int size>
__global__ void tile_sums(const int *in, int *out)
{
    auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    out[threadIdx.x] = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
}

// run: --kernel aggregated --global 256 --local 128 buffer:int:256=iota:dump buffer:int:1=0:dump
__global__ void aggregated(const int *in, int *count)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] % 3 == 0) {
        auto active = cg::coalesced_threads();
        if (active.thread_rank() == 0) atomicAdd(count, active.size());
    }
}

// run: --kernel prefix --global 64 --local 64 buffer:int:64=iota:dump buffer:int:64:dump
__global__ void prefix(const int *in, int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = cg::inclusive_scan(warp, in[threadIdx.x]);
}

// run: --kernel votes_of_block --global 128 --local 64 buffer:int:128=iota:dump buffer:int:6=0:dump
__global__ void votes_of_block(const int *in, int *out)
{
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    const int count = __syncthreads_count(value % 5 == 0), any = __syncthreads_or(value == 70);
    const int all = __syncthreads_and(value < 100);
    if (threadIdx.x == 0) {
        out[3 * blockIdx.x] = count;
        out[3 * blockIdx.x + 1] = any != 0;
        out[3 * blockIdx.x + 2] = all != 0;
    }
}
