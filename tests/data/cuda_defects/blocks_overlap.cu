// Neighbouring blocks store to the same elements.
// run: --global 128 --local 64 buffer:int:192=iota buffer:int:128=0:dump
// finds data_race: thread 32 writes 32 to out[32] at line 6 and thread 64 writes 64 to out[32] at line 6
__global__ void wrong(const int *in, int *out)
{
    out[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void right(const int *in, int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
