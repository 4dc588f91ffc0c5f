// Lanes call that the mask does not name.
// run: --global 32 --local 32 buffer:int:32=iota buffer:int:32=0:dump
// finds lane_mask: thread 16 (lane 16) calls a function of its warp at line 6, but its mask 0x0000ffff leaves it out and names thread 0 (lane 0)
__global__ void wrong(const int *in, int *out)
{
    out[threadIdx.x] = __ballot_sync(0x0000ffff, in[threadIdx.x] > 3);
}

__global__ void right(const int *in, int *out)
{
    out[threadIdx.x] = __ballot_sync(0xffffffff, in[threadIdx.x] > 3);
}
