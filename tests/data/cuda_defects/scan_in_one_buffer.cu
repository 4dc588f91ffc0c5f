// A step of a scan overwrites what others still have to read.
// run: --global 64 --local 64 buffer:int:64=iota buffer:int:64:dump
// finds data_race: thread 33 reads room[32] at line 11 and thread 32 writes 63 to room[32] at line 11
__global__ void wrong(const int *in, int *out)
{
    __shared__ int room[64];
    const int t = threadIdx.x;
    room[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        if (t >= d) room[t] += room[t - d];
        __syncthreads();
    }
    out[t] = room[t];
}

__global__ void right(const int *in, int *out)
{
    __shared__ int room[64];
    const int t = threadIdx.x;
    room[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        const int left = t >= d ? room[t - d] : 0;
        __syncthreads();
        room[t] += left;
        __syncthreads();
    }
    out[t] = room[t];
}
