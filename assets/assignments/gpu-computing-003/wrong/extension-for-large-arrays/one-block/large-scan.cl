// One work-group of L work-items scans 2 L elements: up-sweep and down-sweep, then each element is added to its prefix.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0), s = 1;
  block[t] = in[t];
  block[t + L] = in[t + L];
  for (uint pairs = L; pairs > 0; pairs /= 2, s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < pairs) block[s * (2 * t + 2) - 1] += block[s * (2 * t + 1) - 1];
  }
  if (t == 0) block[2 * L - 1] = 0;
  for (uint pairs = 1; pairs <= L; pairs *= 2) {
    s /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < pairs) {
      uint left = s * (2 * t + 1) - 1, right = s * (2 * t + 2) - 1;
      T child = block[left];
      block[left] = block[right];
      block[right] += child;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = block[t] + in[t];
  out[t + L] = block[t + L] + in[t + L];
}
