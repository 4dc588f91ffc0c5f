// Fewer additions, twice the steps.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), n = get_local_size(0);
  block[t] = in[t];
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < n) block[right] += block[right - s];
  }
  for (uint s = n / 4; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1 + s;
    if (right < n) block[right] += block[right - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = block[t];
}
