// More of CUDA in an OpenCL C file.
__kernel void more(__global float* out, __local float* s)
{
    int t = get_local_id(0);
    float v = s[t];
    unsigned votes = __ballot_sync(~0u, v > 0);     // error: CUDA's __ballot_sync is sub_group_ballot in OpenCL C
    if (t % warpSize == 0) out[0] = v;              // error: CUDA's warpSize is get_max_sub_group_size() in OpenCL C
    float4 four = make_float4(v, 1, 2, sqrtf(v));   // error: CUDA's make_float4(…) is (float4)(…) in OpenCL C // error: CUDA's sqrtf is sqrt in OpenCL C
    __threadfence();                                // error: CUDA's __threadfence() is mem_fence(CLK_GLOBAL_MEM_FENCE) in OpenCL C
    out[t] = four.x + votes;
}
__kernel void count(__global int* counters)
{
    atomicAdd(&counters[0], 1);                     // error: CUDA's atomicAdd is atomic_add in OpenCL C
    int old = atomicCAS(counters, 0, 1);            // error: CUDA's atomicCAS is atomic_cmpxchg in OpenCL C
    counters[1] = old + __popc(old);                // error: CUDA's __popc is popcount in OpenCL C
    unknown = 1;                                    // error: unknown identifier 'unknown'
}
