// The partner of a butterfly is in the other half, which has a mask of its own.
// run: --global 32 --local 32 buffer:int:32=iota buffer:int:32=0:dump
// finds lane_mask: thread 0 (lane 0) reads the value of thread 16 (lane 16), which is not among the threads that meet at line 8; the result is undefined
__global__ void wrong(const int *in, int *out)
{
    int value = in[threadIdx.x];
    const unsigned half = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
    value += __shfl_xor_sync(half, value, 16);
    out[threadIdx.x] = value;
}

__global__ void right(const int *in, int *out)
{
    int value = in[threadIdx.x];
    const unsigned half = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
    value += __shfl_xor_sync(half, value, 8);
    out[threadIdx.x] = value;
}
