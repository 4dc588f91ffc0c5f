// Only the first half of a block gets its offset.
// Each work-group of L work-items scans 2 L elements and writes their sum to sums[group].
kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), s = 1;
  uint low = 2 * L * get_group_id(0) + t, high = low + L;
  block[t] = low < n ? in[low] : 0;
  block[t + L] = high < n ? in[high] : 0;
  for (uint pairs = L; pairs > 0; pairs /= 2, s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < pairs) block[s * (2 * t + 2) - 1] += block[s * (2 * t + 1) - 1];
  }
  if (t == 0) {
    sums[get_group_id(0)] = block[2 * L - 1];
    block[2 * L - 1] = 0;
  }
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
  if (low < n) out[low] = block[t] + in[low];
  if (high < n) out[high] = block[t + L] + in[high];
}

// offsets[g] is the sum of the blocks 0 to g, so block g adds offsets[g - 1].
kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  uint group = get_group_id(0), L = get_local_size(0), i = 2 * L * group + get_local_id(0);
  if (group == 0) return;
  if (i < n) out[i] += offsets[group - 1];
}
