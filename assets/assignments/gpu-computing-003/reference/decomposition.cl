// Each work-group of L work-items adds 2 L elements: the first step on the way into local memory, the others there.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = 2 * L * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
