// A thread reads an element that nobody has stored.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds uninitialised_read: thread 0 reads room[63] at line 9, but no thread has written it before
__global__ void wrong(const int *in, int *out)
{
    __shared__ int room[64];
    if (threadIdx.x < 60) room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[63 - threadIdx.x];
}

__global__ void right(const int *in, int *out)
{
    __shared__ int room[64];
    room[threadIdx.x] = threadIdx.x < 60 ? in[threadIdx.x] : 0;
    __syncthreads();
    out[threadIdx.x] = room[63 - threadIdx.x];
}
