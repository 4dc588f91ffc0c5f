// The condition has become a loop that runs once or never: it splits the warp just the same.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  block[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < L; s *= 2) {
    for (uint i = t; i % (2 * s) == 0; ++i) block[i] += block[i + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[0] = block[0];
}
