// The steps of a sum need a barrier each.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:1:dump
// finds data_race: thread 16 writes 64 to room[16] at line 10 and thread 0 reads room[16] at line 10
__global__ void wrong(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s) room[threadIdx.x] += room[threadIdx.x + s];
    }
    if (threadIdx.x == 0) out[0] = room[0];
}

__global__ void right(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s) room[threadIdx.x] += room[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[0] = room[0];
}
