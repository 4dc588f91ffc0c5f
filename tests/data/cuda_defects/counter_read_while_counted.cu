// A block reads a counter that others still raise.
// run: --global 128 --local 32 buffer:int:1=0:dump buffer:int:128:dump
// finds data_race: thread 0 atomically updates count[0] at line 6 and thread 1 reads count[0] at line 7
__global__ void wrong(int *count, int *out)
{
    if (threadIdx.x == 0) atomicAdd(count, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = count[0];
}

__global__ void right(int *count, int *out)
{
    __shared__ int place;
    if (threadIdx.x == 0) place = atomicAdd(count, 1);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = place >= 0;
}
