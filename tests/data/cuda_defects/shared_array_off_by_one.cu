// The last thread reads behind the array.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds out_of_bounds: thread 63 reads room[64] at line 9, one past the end of room (64 ints of shared memory)
__global__ void wrong(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[threadIdx.x + 1];
}

__global__ void right(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[threadIdx.x < 63 ? threadIdx.x + 1 : 63];
}
