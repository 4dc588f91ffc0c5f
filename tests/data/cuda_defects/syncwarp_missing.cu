// The last steps of a sum rely on lockstep.
// run: --global 32 --local 32 --schedule independent buffer:int:64=iota buffer:int:1:dump
// finds data_race: thread 0 reads room[1] at line 13 and thread 1 writes 1 to room[1] at line 8
__global__ void wrong(const int *in, int *out)
{
    __shared__ volatile int room[64];
    const int t = threadIdx.x;
    room[t] = in[t];
    room[t + 32] = in[t + 32];
    room[t] += room[t + 32];
    if (t < 16) room[t] += room[t + 16];
    if (t < 8) room[t] += room[t + 8];
    if (t == 0) out[0] = room[0] + room[1];
}

__global__ void right(const int *in, int *out)
{
    __shared__ volatile int room[64];
    const int t = threadIdx.x;
    room[t] = in[t];
    room[t + 32] = in[t + 32];
    room[t] += room[t + 32];
    __syncwarp();
    if (t < 16) room[t] += room[t + 16];
    __syncwarp();
    if (t < 8) room[t] += room[t + 8];
    __syncwarp();
    if (t == 0) out[0] = room[0] + room[1];
}
