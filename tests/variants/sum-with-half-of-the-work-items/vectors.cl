// Two elements with one load.
kernel void sum(global const int* in, global int* out, local int* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  int2 pair = 2 * t + 1 < n ? vload2(t, in) : (int2)(2 * t < n ? in[2 * t] : 0, 0);
  block[t] = pair.x + pair.y;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = L / 2; s > 0; s >>= 1) {
    if (t < s) block[t] += block[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!t) out[0] = block[0];
}
