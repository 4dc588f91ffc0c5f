// A barrier before and after each addition.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  block[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = L / 2; s > 0; s /= 2) {
    if (t < s) sum += block[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
