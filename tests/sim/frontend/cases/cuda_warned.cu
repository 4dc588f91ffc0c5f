// What CUDA's functions warn of.
__global__ void times(long long* out) {
  out[0] = clock64(); // warning: returns 0, because the simulator counts
}

__global__ void without_mask(int* out) {
  out[threadIdx.x] = __shfl(out[threadIdx.x], 0); // warning: without a mask was removed
}
