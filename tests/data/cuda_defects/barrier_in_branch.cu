// Half of the block reaches the barrier.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds barrier_divergence: thread 32 waits at __syncthreads() at line 8, but thread 40 is masked off by the if at line 8
__global__ void wrong(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 40) __syncthreads();
    out[threadIdx.x] = room[threadIdx.x];
}

__global__ void right(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 40) room[threadIdx.x] += 1;
    out[threadIdx.x] = room[threadIdx.x];
}
