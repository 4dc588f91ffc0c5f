// Neighbours, and the tree from its leaves.
kernel void sum(global const int* in, global int* out, local int* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * t;
  block[t] = i + 1 < n ? in[i] + in[i + 1] : i < n ? in[i] : 0;
  for (uint s = 1; s < L; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (2 * s * t < L) block[2 * s * t] += block[2 * s * t + s];
  }
  if (t == 0) out[0] = block[0];
}
