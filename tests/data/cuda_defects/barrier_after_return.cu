// Threads past the end return before the barrier.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64=0:dump scalar:int=50
// finds barrier_divergence: thread 32 waits at __syncthreads() at line 9, but thread 50 has already returned at line 7
__global__ void wrong(const int *in, int *out, int n)
{
    __shared__ int room[64];
    if (threadIdx.x >= n) return;
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[n - 1 - threadIdx.x];
}

__global__ void right(const int *in, int *out, int n)
{
    __shared__ int room[64];
    if (threadIdx.x < n) room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n) out[threadIdx.x] = room[n - 1 - threadIdx.x];
}
