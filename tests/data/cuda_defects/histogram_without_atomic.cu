// Two threads count in one bin.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:8=0:dump
// finds data_race: thread 56 reads own[0] at line 9 and thread 32 writes 1 to own[0] at line 9
__global__ void wrong(const int *in, int *bins)
{
    __shared__ int own[8];
    if (threadIdx.x < 8) own[threadIdx.x] = 0;
    __syncthreads();
    own[in[threadIdx.x] % 8]++;
    __syncthreads();
    if (threadIdx.x < 8) bins[threadIdx.x] = own[threadIdx.x];
}

__global__ void right(const int *in, int *bins)
{
    __shared__ int own[8];
    if (threadIdx.x < 8) own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[in[threadIdx.x] % 8], 1);
    __syncthreads();
    if (threadIdx.x < 8) bins[threadIdx.x] = own[threadIdx.x];
}
