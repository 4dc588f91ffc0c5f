// Other blocks read what the first one stores.
// run: --global 128 --local 32 buffer:int:128=iota buffer:int:128:dump buffer:int:1=0:dump
// finds data_race: thread 0 writes 7 to first[0] at line 7 and thread 32 reads first[0] at line 9
__global__ void wrong(const int *in, int *out, int *first)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) first[0] = in[0] + 7;
    __syncthreads();
    out[i] = in[i] + first[0];
}

__global__ void right(const int *in, int *out, int *first)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) first[0] = in[0] + 7;
    out[i] = in[i] + in[0] + 7;
}
