// Inclusive at once: the second sweep adds each complete prefix to the middle of the next stretch.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), n = 2 * get_local_size(0);
  block[t] = in[t];
  block[t + n / 2] = in[t + n / 2];
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
  out[t + n / 2] = block[t + n / 2];
}
