// A shuffle reads a lane that the mask does not name.
// run: --global 32 --local 32 buffer:int:32=iota buffer:int:32=0:dump
// finds lane_mask: thread 0 (lane 0) reads the value of thread 20 (lane 20), which is not among the threads that meet at line 7; the result is undefined
__global__ void wrong(const int *in, int *out)
{
    int value = in[threadIdx.x];
    if (threadIdx.x < 16) value = __shfl_sync(0x0000ffff, value, 20);
    out[threadIdx.x] = value;
}

__global__ void right(const int *in, int *out)
{
    int value = in[threadIdx.x];
    if (threadIdx.x < 16) value = __shfl_sync(0x0000ffff, value, 10);
    out[threadIdx.x] = value;
}
