// What a neighbour still reads is overwritten within a warp.
// run: --global 32 --local 32 --schedule independent buffer:int:32=iota buffer:int:32:dump
// finds data_race: thread 31 reads room[0] at line 10 and thread 0 writes 1 to room[0] at line 11
__global__ void wrong(const int *in, int *out)
{
    __shared__ int room[32];
    const int t = threadIdx.x;
    room[t] = in[t];
    __syncwarp();
    const int next = room[(t + 1) % 32];
    room[t] = next;
    __syncwarp();
    out[t] = room[31 - t];
}

__global__ void right(const int *in, int *out)
{
    __shared__ int room[32];
    const int t = threadIdx.x;
    room[t] = in[t];
    __syncwarp();
    const int next = room[(t + 1) % 32];
    __syncwarp();
    room[t] = next;
    __syncwarp();
    out[t] = room[31 - t];
}
