// An integer is read from a byte that is no multiple of four.
// run: --global 32 --local 32 buffer:uchar:132=iota buffer:int:32:dump
// finds misaligned: thread 0 reads 4 bytes at in[1], which is not aligned to 4 bytes, at line 6
__global__ void wrong(const unsigned char *in, int *out)
{
    out[threadIdx.x] = *reinterpret_cast<const int *>(in + 4 * threadIdx.x + 1);
}

__global__ void right(const unsigned char *in, int *out)
{
    out[threadIdx.x] = *reinterpret_cast<const int *>(in + 4 * threadIdx.x);
}
