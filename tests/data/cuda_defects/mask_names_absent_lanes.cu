// The mask names all lanes, and half of them call.
// run: --global 32 --local 32 buffer:int:32=iota buffer:int:32=0:dump
// finds lane_mask: thread 0 (lane 0) calls a function of its warp at line 7 with mask 0xffffffff, but thread 16 (lane 16), which the mask names, does not arrive
__global__ void wrong(const int *in, int *out)
{
    int value = in[threadIdx.x];
    if (threadIdx.x < 16) value += __shfl_down_sync(0xffffffff, value, 4);
    out[threadIdx.x] = value;
}

__global__ void right(const int *in, int *out)
{
    int value = in[threadIdx.x];
    if (threadIdx.x < 16) value += __shfl_down_sync(0x0000ffff, value, 4, 16);
    out[threadIdx.x] = value;
}
