// The last block has more threads than there are elements.
// run: --global 128 --local 64 buffer:int:100=iota buffer:int:100:dump scalar:int=100
// finds out_of_bounds: thread 100 reads in[100] at line 7, one past the end of in (100 ints)
__global__ void wrong(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

__global__ void right(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
