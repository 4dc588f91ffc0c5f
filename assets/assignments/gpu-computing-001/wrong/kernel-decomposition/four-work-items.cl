// Four work-items add nearly everything, one after the other.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 4)
    for (uint k = t + 4; k < L; k += 4) block[t] += block[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) out[get_group_id(0)] = block[0] + block[1] + block[2] + block[3];
}
