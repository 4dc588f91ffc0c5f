// The last block reads the sums of others, whose stores nothing orders before the counter.
// run: --global 128 --local 32 buffer:int:128=iota buffer:int:4:dump buffer:int:1=0:dump buffer:int:1:dump
// finds data_race: thread 0 writes 496 to partial[0] at line 10 and thread 96 reads partial[0] at line 16
__global__ void wrong(const int *in, volatile int *partial, int *count, int *out)
{
    __shared__ bool is_last;
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = value;
        is_last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; ++b) sum += partial[b];
        out[0] = sum;
    }
}

__global__ void right(const int *in, volatile int *partial, int *count, int *out)
{
    __shared__ bool is_last;
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = value;
        __threadfence();
        is_last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; ++b) sum += partial[b];
        out[0] = sum;
    }
}
