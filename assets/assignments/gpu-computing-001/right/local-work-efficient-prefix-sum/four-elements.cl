// Half of the work-items scan four elements each; only the sums go through the tree.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), n = 2 * get_local_size(0), parts = max(n / 4, 1u), width = n / parts;
  T sum = 0;
  if (t < parts)
    for (uint i = 0; i < width; ++i) sum += in[width * t + i];
  if (t < parts) block[t] = sum;
  uint s = 1;
  for (; s < parts; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (2 * s * (t + 1) <= parts) block[2 * s * (t + 1) - 1] += block[2 * s * (t + 1) - 1 - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) block[parts - 1] = 0;
  while (s > 1) {
    s /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (2 * s * (t + 1) <= parts) {
      T child = block[2 * s * (t + 1) - 1 - s];
      block[2 * s * (t + 1) - 1 - s] = block[2 * s * (t + 1) - 1];
      block[2 * s * (t + 1) - 1] += child;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t >= parts) return;
  sum = block[t];
  for (uint i = 0; i < width; ++i) out[width * t + i] = sum += in[width * t + i];
}
