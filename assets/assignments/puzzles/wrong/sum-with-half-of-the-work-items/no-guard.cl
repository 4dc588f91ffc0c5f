// n need not be a power of two.
kernel void sum(global const int* in, global int* out, local int* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  block[t] = in[t] + in[t + L];
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[0] = block[0];
}
