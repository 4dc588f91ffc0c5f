// An unsigned difference below zero is a huge index.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64=0:dump scalar:uint=2
// finds out_of_bounds: thread 0 reads in[4294967294] at line 7, past the end of in (64 ints)
__global__ void wrong(const int *in, int *out, unsigned radius)
{
    const unsigned left = threadIdx.x - radius;
    if (left >= 0) out[threadIdx.x] = in[left];
}

__global__ void right(const int *in, int *out, unsigned radius)
{
    if (threadIdx.x >= radius) out[threadIdx.x] = in[threadIdx.x - radius];
}
