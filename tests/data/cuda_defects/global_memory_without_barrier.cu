// Global memory passes values within a block, without a barrier.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64=0:dump buffer:int:64:dump
// finds data_race: thread 31 reads scratch[32] at line 7 and thread 32 writes 33 to scratch[32] at line 6
__global__ void wrong(const int *in, int *scratch, int *out)
{
    scratch[threadIdx.x] = in[threadIdx.x] + 1;
    out[threadIdx.x] = scratch[63 - threadIdx.x];
}

__global__ void right(const int *in, int *scratch, int *out)
{
    scratch[threadIdx.x] = in[threadIdx.x] + 1;
    __syncthreads();
    out[threadIdx.x] = scratch[63 - threadIdx.x];
}
