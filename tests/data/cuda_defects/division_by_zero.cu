// The first element is no divisor.
// run: --global 32 --local 32 buffer:int:32=iota buffer:int:32:dump
// finds division_by_zero: thread 0 divides an integer by zero
__global__ void wrong(const int *in, int *out)
{
    out[threadIdx.x] = 100 / in[threadIdx.x];
}

__global__ void right(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x] != 0 ? 100 / in[threadIdx.x] : 0;
}
