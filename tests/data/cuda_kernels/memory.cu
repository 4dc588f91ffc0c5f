// Accesses of many widths, atomic functions and structures. A line "// run:" has the arguments of `lockstep simulate`.
#include <cuda_fp16.h>

// run: --kernel copies<char> --global 256 --local 128 buffer:char:256=iota:dump buffer:char:256:dump
// run: --kernel copies<short> --global 256 --local 128 buffer:short:256=iota:dump buffer:short:256:dump
// run: --kernel copies<double> --global 256 --local 128 buffer:double:256=iota:dump buffer:double:256:dump
// run: --kernel copies<int4> --global 128 --local 128 buffer:int4:128=iota:dump buffer:int4:128:dump
template <class T>
__global__ void copies(const T *in, T *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

// run: --kernel shifted --global 128 --local 64 buffer:int:160=iota:dump buffer:int:128:dump scalar:int=3
__global__ void shifted(const int *in, int *out, int by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + by];
}

// run: --kernel gathered --global 64 --local 64 buffer:int:64=iota:dump buffer:float:64=iota:dump buffer:float:64:dump
__global__ void gathered(const int *places, const float *in, float *out)
{
    out[threadIdx.x] = in[places[threadIdx.x] * 5 % 64];
}

struct Particle {
    float x, y;
    int kind;
};

// run: --kernel particles --global 64 --local 32 buffer:float:192=iota:dump buffer:float:192:dump
__global__ void particles(const Particle *in, Particle *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Particle p = in[i];
    p.x += p.y;
    out[i] = p;
}

struct __align__(16) Quad {
    int a, b, c, d;
};

// run: --kernel quads --global 64 --local 64 buffer:int:256=iota:dump buffer:int:256:dump
__global__ void quads(const Quad *in, Quad *out)
{
    out[threadIdx.x] = in[threadIdx.x ^ 1];
}

// run: --kernel half_sums --global 64 --local 64 buffer:half:64=1:dump buffer:float:64:dump
__global__ void half_sums(const half *in, float *out)
{
    const half2 pair = __halves2half2(in[threadIdx.x], in[(threadIdx.x + 1) % 64]);
    out[threadIdx.x] = __low2float(pair) + __high2float(pair);
}

// run: --kernel columns<32> --global 32 --local 32 buffer:float:1024=iota:dump buffer:float:32:dump
// run: --kernel columns<33> --global 32 --local 32 buffer:float:1024=iota:dump buffer:float:32:dump
template <int pitch>
__global__ void columns(const float *in, float *out)
{
    __shared__ float room[32 * pitch];
    for (int row = 0; row < 32; ++row) room[row * pitch + threadIdx.x] = in[row * 32 + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int column = 0; column < 32; ++column) sum += room[threadIdx.x * pitch + column];
    out[threadIdx.x] = sum;
}

// run: --kernel extremes --global 128 --local 64 buffer:int:128=iota:dump buffer:int:2=50:dump
__global__ void extremes(const int *in, int *out)
{
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    atomicMin(out, value);
    atomicMax(out + 1, value);
}

__device__ float atomic_larger(float *place, float value)
{
    int *bits = reinterpret_cast<int *>(place);
    int seen = atomicCAS(bits, 0, 0), expected;
    do {
        expected = seen;
        if (__int_as_float(expected) >= value) break;
        seen = atomicCAS(bits, expected, __float_as_int(value));
    } while (seen != expected);
    return __int_as_float(seen);
}

// run: --kernel largest --global 64 --local 64 buffer:float:64=iota:dump buffer:float:1=0:dump
__global__ void largest(const float *in, float *out) { atomic_larger(out, in[threadIdx.x]); }

// run: --kernel stencil<2> --global 128 --local 64 buffer:int:132=iota:dump buffer:int:128:dump
template <int radius>
__global__ void stencil(const int *in, int *out)
{
    __shared__ int room[64 + 2 * radius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    room[threadIdx.x + radius] = in[i + radius];
    if (threadIdx.x < radius) {
        room[threadIdx.x] = in[i];
        room[threadIdx.x + 64 + radius] = in[i + 64 + radius];
    }
    __syncthreads();
    int sum = 0;
#pragma unroll
    for (int d = 0; d <= 2 * radius; ++d) sum += room[threadIdx.x + d];
    out[i] = sum;
}

// run: --kernel broadcast --global 64 --local 32 buffer:int:64=iota:dump buffer:int:64:dump
__global__ void broadcast(const int *__restrict__ in, int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = __ldg(in + blockIdx.x) + 1;
}

// run: --kernel long_atomics --global 64 --local 64 buffer:ulong:64=iota:dump buffer:ulong:1=0:dump
__global__ void long_atomics(const unsigned long *in, unsigned long long *sum)
{
    atomicAdd(sum, (unsigned long long)in[threadIdx.x]);
}
