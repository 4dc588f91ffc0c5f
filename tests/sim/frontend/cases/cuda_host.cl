// The host part of a CUDA program: its calls are named, and the rest of such a function is not reported.
__kernel void work(__global float* a) { a[get_global_id(0)] = 1; }
template <typename T>                               // error: OpenCL C has no templates; use a macro that a build option defines
__kernel void any(__global T* a) { a[0] = 1; }
int main(int argc, char** argv)
{
    std::vector<float> host(1024);
    float* a;
    cudaMalloc(&a, 1024 * sizeof(float));           // error: CUDA's cudaMalloc is clCreateBuffer in OpenCL, where host code is a separate program
    cudaMemcpy(a, host.data(), 4096, cudaMemcpyHostToDevice);   // error: CUDA's cudaMemcpy is clEnqueueWriteBuffer or clEnqueueReadBuffer // error: CUDA's cudaMemcpyHostToDevice is a call of the host program
    dim3 block(256);                                // error: CUDA's dim3 is the size_t[3] that the host passes to clEnqueueNDRangeKernel,
    work<<<4, block>>>(a);                          // error: CUDA's work<<<…>>>(…) is clSetKernelArg and clEnqueueNDRangeKernel in the host program
    cudaDeviceSynchronize();                        // error: CUDA's cudaDeviceSynchronize is clFinish in OpenCL
    return 0;
}
__kernel void after(__global float* a) { a[0] = b; }   // error: unknown identifier 'b'
