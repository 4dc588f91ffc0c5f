// The last level has fewer elements than a work-group takes.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = 2 * L * get_group_id(0) + t;
  block[t] = in[i] + in[i + L];
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
