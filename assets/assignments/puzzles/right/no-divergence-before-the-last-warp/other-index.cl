// The pairs stay as they are; the first work-items take them.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  block[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < L; s *= 2) {
    uint i = 2 * s * t;
    if (i < L) block[i] += block[i + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[0] = block[0];
}
