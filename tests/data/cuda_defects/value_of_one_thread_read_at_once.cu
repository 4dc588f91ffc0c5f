// Others read what one thread stores for them.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds data_race: thread 31 reads offset at line 8 and thread 63 writes 63 to offset at line 7
__global__ void wrong(const int *in, int *out)
{
    __shared__ int offset;
    if (threadIdx.x == 63) offset = in[63];
    out[threadIdx.x] = in[threadIdx.x] + offset;
}

__global__ void right(const int *in, int *out)
{
    __shared__ int offset;
    if (threadIdx.x == 63) offset = in[63];
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] + offset;
}
