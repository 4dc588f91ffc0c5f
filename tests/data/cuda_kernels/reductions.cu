// Sums of each block, by the usual steps. A line "// run:" has the arguments of `lockstep simulate`.
#include <cuda_runtime.h>

// run: --kernel divergent --global 1024 --local 128 buffer:int:1024=iota:dump buffer:int:8=0:dump local:512
__global__ void divergent(const int *in, int *out)
{
    extern __shared__ int room[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    room[t] = in[i];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) room[t] += room[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = room[0];
}

// run: --kernel strided --global 1024 --local 128 buffer:int:1024=iota:dump buffer:int:8=0:dump local:512
__global__ void strided(const int *in, int *out)
{
    extern __shared__ int room[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    room[t] = in[i];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * t;
        if (index < blockDim.x) room[index] += room[index + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = room[0];
}

template <class T>
struct Shared {
    __device__ operator T *()
    {
        extern __shared__ int words[];
        return reinterpret_cast<T *>(words);
    }
};

// run: --kernel sequential<float> --global 512 --local 128 buffer:float:1000=iota:dump buffer:float:4=0:dump scalar:uint=1000 local:512
// run: --kernel sequential<double> --global 512 --local 64 buffer:double:1000=iota:dump buffer:double:8=0:dump scalar:uint=1000 local:512
template <class T>
__global__ void sequential(const T *in, T *out, unsigned n)
{
    T *room = Shared<T>();
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    T sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n) sum += in[i + blockDim.x];
    room[t] = sum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) room[t] = sum = sum + room[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sum;
}

template <class T>
__device__ __forceinline__ T warp_sum(unsigned mask, T sum)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(mask, sum, offset);
    return sum;
}

// run: --kernel unrolled<int,256,false> --global 512 --local 256 buffer:int:3000=iota:dump buffer:int:2=0:dump scalar:uint=3000 local:1024
// run: --kernel unrolled<int,64,true> --global 128 --local 64 buffer:int:4096=iota:dump buffer:int:2=0:dump scalar:uint=4096 local:256
template <class T, unsigned blockSize, bool isPowerOfTwo>
__global__ void unrolled(const T *__restrict__ in, T *__restrict__ out, unsigned n)
{
    T *room = Shared<T>();
    const unsigned t = threadIdx.x, gridSize = blockSize * gridDim.x;
    T sum = 0;
    if (isPowerOfTwo) {
        for (unsigned i = blockIdx.x * blockSize * 2 + t; i < n; i += gridSize << 1) {
            sum += in[i];
            if (i + blockSize < n) sum += in[i + blockSize];
        }
    } else {
        for (unsigned i = blockIdx.x * blockSize + t; i < n; i += gridSize) sum += in[i];
    }
    room[t] = sum;
    __syncthreads();
    if (blockSize >= 512 && t < 256) room[t] = sum = sum + room[t + 256];
    __syncthreads();
    if (blockSize >= 256 && t < 128) room[t] = sum = sum + room[t + 128];
    __syncthreads();
    if (blockSize >= 128 && t < 64) room[t] = sum = sum + room[t + 64];
    __syncthreads();
    if (t < 32) {
        if (blockSize >= 64) sum += room[t + 32];
        sum = warp_sum(0xffffffff, sum);
    }
    if (t == 0) out[blockIdx.x] = sum;
}

__device__ unsigned finished = 0;

// run: --kernel single_pass --global 512 --local 64 buffer:int:512=iota:dump buffer:int:8:dump buffer:int:1=0:dump
__global__ void single_pass(const int *in, volatile int *partial, int *out)
{
    __shared__ int room[64];
    __shared__ bool is_last;
    room[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s) room[threadIdx.x] += room[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = room[0];
        __threadfence();
        is_last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;  // the last one makes it 0 again
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
        out[0] = sum;
    }
}

__device__ unsigned retired = 0;

// run: --kernel last_block_resets --global 512 --local 64 buffer:int:512=iota:dump buffer:int:8:dump buffer:int:1=0:dump
__global__ void last_block_resets(const int *in, volatile int *partial, int *out)
{
    __shared__ int room[64];
    __shared__ bool is_last;
    room[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s) room[threadIdx.x] += room[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = room[0];
        __threadfence();
        is_last = atomicInc(&retired, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
        out[0] = sum;
        retired = 0;  // for the next launch: all others have counted
    }
}
