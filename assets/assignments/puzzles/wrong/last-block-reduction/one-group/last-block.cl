// One launch of one work-group: the other compute units rest.
kernel void sum(global const float* in, global float* out, local float* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  float mine = 0;
  for (uint i = t; i < n; i += L) mine += in[i];
  block[t] = mine;
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[0] = block[0];
}
