// Names that mean nothing in CUDA C++, and operators that its vectors do not have.
__global__ void refused(int* out, float4 v)
{
    float4 w = v + v;                   // error: CUDA has no operator + for float4
    out[2] = v.x == 1 ? threadIdx.w : 0;  // error: threadIdx has x, y and z
    out[3] = barrier(1);                // error: unknown function 'barrier'
    out[4] = undefined;                 // error: unknown identifier 'undefined'
}
