// Lanes leave the loop in which all vote.
// run: --global 32 --local 32 buffer:int:32=iota buffer:int:32=0:dump
// finds lane_mask: thread 1 (lane 1) calls a function of its warp at line 8 with mask 0xffffffff, but thread 0 (lane 0), which the mask names, does not arrive
__global__ void wrong(const int *in, int *out)
{
    int rounds = 0;
    for (int left = in[threadIdx.x] % 4; left > 0; --left)
        if (__any_sync(0xffffffff, left > 1)) ++rounds;
    out[threadIdx.x] = rounds;
}

__global__ void right(const int *in, int *out)
{
    int rounds = 0;
    int left = in[threadIdx.x] % 4;
    while (__any_sync(0xffffffff, left > 0)) {
        if (left > 0) ++rounds;
        --left;
    }
    out[threadIdx.x] = rounds;
}
