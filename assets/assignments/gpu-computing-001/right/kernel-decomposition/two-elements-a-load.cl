// Neighbours with one load of a vector.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * get_global_id(0);
  if (i + 1 < n) {
    T pair[2];
    vstore2(vload2(0, in + i), 0, pair);
    block[t] = pair[0] + pair[1];
  } else {
    block[t] = i < n ? in[i] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = L >> 1; s != 0; s >>= 1) {
    if (t < s) block[t] = block[t] + block[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = *block;
}
