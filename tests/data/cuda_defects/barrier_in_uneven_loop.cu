// Threads go through the loop with the barrier a different number of times.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds barrier_divergence: thread 32 waits at __syncthreads() at line 9, but thread 36 has already left the loop at line 7
__global__ void wrong(const int *in, int *out)
{
    int sum = 0;
    for (int i = threadIdx.x; i < 100; i += 64) {
        sum += in[i % 64];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void right(const int *in, int *out)
{
    int sum = 0;
    for (int k = 0; k < 2; ++k) {
        const int i = threadIdx.x + 64 * k;
        if (i < 100) sum += in[i % 64];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
