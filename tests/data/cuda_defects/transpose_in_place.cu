// Two threads exchange a pair of elements, each for itself.
// run: --global 8,8 --local 8,8 buffer:int:64=iota:dump
// finds data_race: thread 8 reads a[8] at line 6 and thread 1 writes 1 to a[8] at line 7
__global__ void wrong(int *a)
{
    const int kept = a[threadIdx.y * 8 + threadIdx.x];
    a[threadIdx.x * 8 + threadIdx.y] = kept;
}

__global__ void right(int *a)
{
    const int kept = a[threadIdx.y * 8 + threadIdx.x];
    __syncthreads();
    a[threadIdx.x * 8 + threadIdx.y] = kept;
}
