// A neighbour reads what has been stored in shared memory, without a barrier between.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds data_race: thread 31 reads room[32] at line 8 and thread 32 writes 32 to room[32] at line 7
__global__ void wrong(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = room[63 - threadIdx.x];
}

__global__ void right(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[63 - threadIdx.x];
}
