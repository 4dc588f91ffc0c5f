// Only the work-items that add meet the barrier.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = 2 * L * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = L / 2; s > 0; s /= 2)
    if (t < s) {
      block[t] += block[t + s];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  if (t == 0) out[get_group_id(0)] = block[0];
}
