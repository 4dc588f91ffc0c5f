// A thread counts before the counter has been set to zero.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:1:dump
// finds data_race: thread 0 writes 0 to count at line 7 and thread 3 atomically updates count at line 8
__global__ void wrong(const int *in, int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    if (in[threadIdx.x] % 3 == 0) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}

__global__ void right(const int *in, int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] % 3 == 0) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}
