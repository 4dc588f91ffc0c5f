// Thread 0 has no left neighbour.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds out_of_bounds: thread 0 reads in[-1] at line 7, one before the beginning of in (64 ints)
__global__ void wrong(const int *in, int *out)
{
    const int i = threadIdx.x;
    out[i] = in[i] - in[i - 1];
}

__global__ void right(const int *in, int *out)
{
    const int i = threadIdx.x;
    out[i] = in[i] - (i > 0 ? in[i - 1] : 0);
}
