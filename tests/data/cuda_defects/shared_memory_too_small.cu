// The launch gives 128 bytes for 64 integers; 32 of them belong to nobody.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump local:128
// finds out_of_bounds: thread 32 writes room[32] at line 7, one past the end of room (32 ints of shared memory)
__global__ void wrong(const int *in, int *out)
{
    extern __shared__ int room[];
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[63 - threadIdx.x];
}

__global__ void right(const int *in, int *out)
{
    extern __shared__ int room[];
    if (threadIdx.x < 32) room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[31 - threadIdx.x % 32];
}
