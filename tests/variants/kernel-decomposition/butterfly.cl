// All work-items get the sum.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  for (uint s = 1; s < L; s *= 2) {
    block[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += block[t ^ s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == L - 1) out[get_group_id(0)] = sum;
}
