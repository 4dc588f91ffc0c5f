// Everybody adds, so nothing diverges: but elements are read while others change them.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  block[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = L / 2; s > 0; s /= 2) {
    block[t] += block[(t + s) % L];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[0] = block[0];
}
