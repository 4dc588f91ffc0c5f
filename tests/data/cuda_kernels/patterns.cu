// What reductions and scans are used for, and accesses of many kinds. A line "// run:" has the arguments of
// `lockstep simulate`.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

const int kTile = 32, kRows = 8;

// run: --kernel transpose<0> --global 64,16 --local 32,8 buffer:float:4096=iota:dump buffer:float:4096:dump scalar:int=64 scalar:int=64
// run: --kernel transpose<1> --global 64,16 --local 32,8 buffer:float:4096=iota:dump buffer:float:4096:dump scalar:int=64 scalar:int=64
template <int padding>
__global__ void transpose(const float *in, float *out, int width, int height)
{
    __shared__ float tile[kTile][kTile + padding];
    int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * kTile + threadIdx.x;
    y = blockIdx.x * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// run: --kernel histogram --global 512 --local 128 buffer:uchar:512=iota:dump buffer:uint:64=0:dump scalar:int=512
__global__ void histogram(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned own[64];
    if (threadIdx.x < 64) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i] >> 2], 1u);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}

// run: --kernel vectors --global 64 --local 32 buffer:float4:64=iota:dump buffer:float4:64:dump buffer:float:192=iota:dump
__global__ void vectors(const float4 *in, float4 *out, float3 *points)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[i];
    v.x += v.w;
    v = make_float4(v.y, v.z, v.w, v.x);
    out[i] = v;
    float3 p = points[i];
    p.y = p.x + p.z;
    points[i] = p;
}

// run: --kernel compact --global 128 --local 128 buffer:int:128=iota:dump buffer:int:128=0:dump buffer:int:1=0:dump
__global__ void compact(const int *in, int *out, int *count)
{
    const int value = in[threadIdx.x];
    const bool keeps = value % 3 == 0;
    const unsigned votes = __ballot_sync(0xffffffff, keeps), lane = threadIdx.x % 32;
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keeps) out[base + __popc(votes & ((1u << lane) - 1))] = 1;
}

// run: --kernel tiles --global 128 --local 64 buffer:int:128=iota:dump buffer:int:128:dump
__global__ void tiles(const int *in, int *out)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    __shared__ int room[64];
    int value = in[blockIdx.x * block.size() + block.thread_rank()];
    for (int d = tile.size() / 2; d > 0; d /= 2) value += tile.shfl_down(value, d);
    room[block.thread_rank()] = value;
    cg::sync(block);
    out[blockIdx.x * block.size() + block.thread_rank()] = room[tile.meta_group_rank() * 8];
}

// run: --kernel strides<2> --global 128 --local 128 buffer:int:1024=iota:dump buffer:int:1024=0:dump
// run: --kernel strides<5> --global 128 --local 128 buffer:int:1024=iota:dump buffer:int:1024=0:dump
// run: --kernel strides<8> --global 128 --local 128 buffer:int:1024=iota:dump buffer:int:1024=0:dump
template <int stride>
__global__ void strides(const int *in, int *out)
{
    __shared__ int room[1024];
    const int i = threadIdx.x * stride;
    room[i] = in[i];
    __syncthreads();
    out[i] = room[(127 - threadIdx.x) * stride];
}

// run: --kernel lambdas --global 64 --local 64 buffer:int:64=iota:dump buffer:int:64:dump scalar:int=3
__global__ void lambdas(const int *in, int *out, int factor)
{
    int sum = in[threadIdx.x], calls = 0;
    const auto scaled = [=](int x) { return factor * x; };
    const auto add = [&](int x) {
        sum += scaled(x);
        ++calls;
    };
    for (int i = 0; i < 4; ++i) add(in[(threadIdx.x + i) % 64]);
    out[threadIdx.x] = sum + 1000 * calls;
}

// run: --kernel bits --global 64 --local 64 buffer:uint:64=iota:dump buffer:int:64:dump
__global__ void bits(const unsigned *in, int *out)
{
    const unsigned x = in[threadIdx.x] * 2654435761u;
    out[threadIdx.x] = __popc(x) + 64 * __clz(x) + 4096 * __ffs(x) + (__brev(x) & 1) + (__float_as_int(1.5f) >> 20);
}

class Rational {
  public:
    int numerator, denominator;
    __host__ __device__ Rational(int n = 0, int d = 1) : numerator(n), denominator(d) {}
    __device__ Rational operator*(const Rational &other) const
    {
        return Rational(numerator * other.numerator, denominator * other.denominator);
    }
    __device__ bool operator<(const Rational &other) const
    {
        return (long long)numerator * other.denominator < (long long)other.numerator * denominator;
    }
};

// run: --kernel classes --global 32 --local 32 buffer:int:64=iota:dump buffer:int:32:dump
__global__ void classes(const Rational *in, int *out)
{
    Rational r = in[threadIdx.x % 16];
    r.denominator += 1;
    const Rational product = r * Rational(3, 2);
    out[threadIdx.x] = product.numerator + (r < product ? 1000 : 0) + product.denominator;
}
