// The scanned sums are inclusive; each block takes its own sum away.
kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), low = 2 * L * get_group_id(0) + t, high = low + L;
  block[t] = low < n ? in[low] : 0;
  block[t + L] = high < n ? in[high] : 0;
  for (uint s = 1; s <= L; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < 2 * L) block[right] += block[right - s];
  }
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1 + s;
    if (right < 2 * L) block[right] += block[right - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) sums[get_group_id(0)] = block[2 * L - 1];
  if (low < n) out[low] = block[t];
  if (high < n) out[high] = block[t + L];
}

kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  uint group = get_group_id(0), L = get_local_size(0), i = 2 * L * group + get_local_id(0), last = min(n, 2 * L * (group + 1)) - 1;
  local T before;
  if (get_local_id(0) == 0) before = offsets[group] - out[last];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (i < n) out[i] += before;
  if (i + L < n) out[i + L] += before;
}
