// A tile is filled again while others still read it.
// run: --global 64 --local 64 buffer:int:256=iota buffer:int:64:dump
// finds data_race: thread 63 writes 127 to tile[63] at line 9 and thread 0 reads tile[63] at line 11
__global__ void wrong(const int *in, int *out)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        tile[threadIdx.x] = in[64 * k + threadIdx.x];
        __syncthreads();
        sum += tile[63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

__global__ void right(const int *in, int *out)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        tile[threadIdx.x] = in[64 * k + threadIdx.x];
        __syncthreads();
        sum += tile[63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
