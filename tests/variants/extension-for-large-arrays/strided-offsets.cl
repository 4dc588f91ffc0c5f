// The second kernel takes one element at a time.
kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), s = 1;
  uint low = 2 * L * get_group_id(0) + t, high = low + L;
  block[t] = low < n ? in[low] : 0;
  block[t + L] = high < n ? in[high] : 0;
  for (uint pairs = L; pairs > 0; pairs >>= 1, s <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < pairs) block[s * (2 * t + 2) - 1] += block[s * (2 * t + 1) - 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == L - 1) {
    sums[get_group_id(0)] = block[2 * L - 1];
    block[2 * L - 1] = 0;
  }
  for (uint pairs = 1; pairs <= L; pairs <<= 1) {
    s >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < pairs) {
      uint left = s * (2 * t + 1) - 1, right = left + s;
      T child = block[left];
      block[left] = block[right];
      block[right] += child;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (high < n) out[high] = in[high] + block[t + L];
  if (low < n) out[low] = in[low] + block[t];
}

kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  uint block = 2 * get_local_size(0);
  for (uint i = n - 1 - get_global_id(0); i < n; i -= get_global_size(0))
    if (i >= block) out[i] = offsets[i / block - 1] + out[i];
}
