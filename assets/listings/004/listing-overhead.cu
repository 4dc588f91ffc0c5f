// Not printed: the block's size, and the kernel's head and end.
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif
__global__ void reductionKernel(float* output, float* input) {
  __shared__ float partialSum[2*BLOCK_SIZE];

  unsigned int t = threadIdx.x;
  unsigned int start = 2*blockIdx.x*blockDim.x;
  partialSum[t] = input[start + t];
  partialSum[blockDim.x+t] = input[start+ blockDim.x+t];

  for (unsigned int stride = blockDim.x;
       stride >= 1; stride >>= 1)
  {
     __syncthreads();
     if (t < stride)
        partialSum[t] += partialSum[t+stride];
  }

  if (t == 0) output[blockIdx.x] = partialSum[0];
}
