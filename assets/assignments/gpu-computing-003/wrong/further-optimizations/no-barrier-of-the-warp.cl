// The lanes of a warp need not be at the same instruction: the last steps need a barrier of the warp.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0);
  T sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  block[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 32) {
    block[t] += block[t + 32];
    if (t < 16) block[t] += block[t + 16];
    if (t < 8) block[t] += block[t + 8];
    if (t < 4) block[t] += block[t + 4];
    if (t < 2) block[t] += block[t + 2];
    if (t < 1) block[t] += block[t + 1];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
