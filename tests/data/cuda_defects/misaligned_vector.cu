// A vector of four floats is read from the second float.
// run: --global 32 --local 32 buffer:float:136=iota buffer:float:32:dump
// finds misaligned: thread 0 reads 16 bytes at in[1], which is not aligned to 16 bytes, at line 6
__global__ void wrong(const float *in, float *out)
{
    const float4 v = reinterpret_cast<const float4 *>(in + 1)[threadIdx.x];
    out[threadIdx.x] = v.x + v.w;
}

__global__ void right(const float *in, float *out)
{
    const float4 v = reinterpret_cast<const float4 *>(in + 4)[threadIdx.x];
    out[threadIdx.x] = v.x + v.w;
}
