// All threads add to one element by plain loads and stores.
// run: --global 128 --local 32 buffer:int:128=iota buffer:int:1=0:dump
// finds data_race: thread 31 reads out[0] at line 6 and thread 0 writes 0 to out[0] at line 6
__global__ void wrong(const int *in, int *out)
{
    out[0] += in[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void right(const int *in, int *out)
{
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
